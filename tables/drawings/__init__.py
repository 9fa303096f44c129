"""Cards, seats and the mat as they are drawn: plain values in, SVG or HTML text out."""
