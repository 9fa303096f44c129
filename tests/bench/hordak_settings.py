"""Django with django-hordak and nothing else, on the database of the comparison."""

from __future__ import annotations

import os

import dj_database_url

SECRET_KEY = "only-for-the-comparison"
DATABASES = {"default": dj_database_url.parse(os.environ["DATABASE_URL"])}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "mptt", "djmoney", "hordak"]
USE_TZ = True
CURRENCIES = ("USD", "XXX")
"""Money, and chips as the currency that is none."""
