"""The games on offer, as values: spec.py is the shape, one file for each family, catalogue.py lists them."""
