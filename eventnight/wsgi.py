"""The pages as a WSGI application, for a server that runs nothing else."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from eventnight.start_up import refuse_without_triggers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "eventnight.settings.base")

application = get_wsgi_application()
refuse_without_triggers()
