"""The rules engine: plain Python that settles hands, brackets, clocks and draws. It imports only the standard library."""
