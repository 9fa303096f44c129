"""Brackets and levels as they are drawn: plain values in, SVG or HTML text out."""
