"""House rules as values: rules.py is the shape, options.py its choices; catalogue.py finds what every club says."""
