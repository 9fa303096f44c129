"""Everything that is printed: PDF in the product's typeface, with real text, tags, bookmarks and exact sizes.

A sheet is a template in `templates/paper`; `typeset` fills it with values and gives the file.
"""
