"""The pages as a WSGI application, for a server that runs nothing else."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from eventnight.start_up import one_sentence, ready_or_exit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eventnight.settings.base")

with one_sentence():
    application = get_wsgi_application()
ready_or_exit()
