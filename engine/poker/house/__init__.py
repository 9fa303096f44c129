"""House rules as values: rules.py is the shape, one file for each club, catalogue.py lists them."""
