"""Drawings made on the server: plain values in, SVG or HTML text out, one function each.

Every text that comes from people is escaped here, and widths are attributes, so that pages need no style of their own.
"""
