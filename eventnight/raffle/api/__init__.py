"""The raffle for programs: `tickets` sells and places, `draws` runs the draw, `shapes` says what goes in and out."""
