"""Settings: base for a laptop, test for the suite, production for the real night."""
