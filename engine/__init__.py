"""The rules engine: plain Python that settles hands, brackets, clocks and draws, on the standard library alone."""
