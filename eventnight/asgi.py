"""The whole night as an ASGI application, or its live stream alone beside another server for the pages."""

from __future__ import annotations

# Before the rest: it sets Django up, and the live stream reads models.
from eventnight.wsgi import application as pages

# isort: split
from eventnight.serving.door import room
from eventnight.serving.site import Site
from eventnight.start_up import one_sentence

with one_sentence():
    application = Site(pages, room())
