"""Settings of a night that others depend on: a key of its own, HTTPS, hashed static files."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from eventnight.settings.base import *  # noqa: F403
from eventnight.settings.base import BASE_DIR, STORAGES, env

if not env.str("SECRET_KEY", "").strip():
    raise ImproperlyConfigured(
        "SECRET_KEY is not set: production needs one of its own. Make one with "
        "`python -c 'import secrets; print(secrets.token_urlsafe(50))'` and put it into the environment or .env."
    )
ALLOWED_HOSTS = [host for host in env.list("ALLOWED_HOSTS", [], subcast=str) if host.strip()]
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is not set: production answers only under its own names. Put them into the environment or .env, "
        "as in ALLOWED_HOSTS=night.example.org."
    )
DEBUG = False

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 31_536_000)
# Both bind every other name of the domain to HTTPS as well, and browsers keep a preloaded one for years: whoever owns
# the domain asks for it. Preloading takes subdomains in by its own rules.
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", False)
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD or env.bool("SECURE_HSTS_INCLUDE_SUBDOMAINS", False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "eventnight.core.web.static_files.HashedStaticFiles"},
}
WHITENOISE_USE_FINDERS = False
