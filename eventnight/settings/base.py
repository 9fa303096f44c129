"""Settings of a night on one machine: SQLite, no broker, everything from this folder.

DATABASE_URL, CELERY_BROKER_URL and REDIS_URL move the same code to PostgreSQL, a Celery worker and Redis.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import SELF
from environs import Env

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = BASE_DIR / "var"
PAGE_THREADS = 12
"""How many pages one process renders at a time."""

env = Env()
env.read_env(BASE_DIR / ".env", recurse=False)


def _local_secret_key() -> str:
    """The key of this machine, made at the first start and kept."""
    path = VAR_DIR / "secret_key"
    if not path.exists():
        VAR_DIR.mkdir(exist_ok=True)
        path.write_text(secrets.token_urlsafe(50))
        path.chmod(0o600)
    return path.read_text()


def _database(url: str) -> dict[str, Any]:
    """The connection settings of a database URL, with what each database needs to be safe."""
    config: dict[str, Any] = dict(dj_database_url.parse(url))
    if config["ENGINE"].endswith("sqlite3"):
        # Deferred transactions fail when two of them turn from reading to writing; FULL, because a sale that was
        # answered must survive a pulled plug. Our own back end lets transactions begin in the order of asking.
        config["ENGINE"] = "eventnight.core.backends.sqlite3"
        config["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        }
    else:
        # One for each thread of pages, one for the live stream, and some for tasks.
        config["OPTIONS"] = {"pool": {"min_size": 2, "max_size": PAGE_THREADS + 4, "timeout": 10}}
    return config


def _local_database() -> str:
    VAR_DIR.mkdir(exist_ok=True)
    return f"sqlite:///{VAR_DIR / 'eventnight.sqlite3'}"


SECRET_KEY = env.str("SECRET_KEY", "") or _local_secret_key()
DEBUG = env.bool("DEBUG", False)
# The address that the hall's network gives this machine is not known beforehand; production names its hosts.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", [])

DATABASES = {"default": _database(env.str("DATABASE_URL", "") or _local_database())}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "rest_framework.authtoken",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "axes",
    "csp",
    "eventnight.core",
    "eventnight.events",
    "eventnight.bank",
    "eventnight.raffle",
    "tables",
    "tournaments",
    "eventnight.night",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
    "eventnight.core.middleware.RefusalMiddleware",
]

ROOT_URLCONF = "eventnight.urls"
WSGI_APPLICATION = "eventnight.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "eventnight.night.context.staff_frame",
            ],
        },
    },
]

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "eventnight" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True

AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
# A venue is one address: a wrong password locks a name at an address, never the whole room.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_RESET_ON_SUCCESS = True

LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": ["'none'"],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": ["'none'"],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 50,
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    # Anonymous means an address, and a full hall has one.
    "DEFAULT_THROTTLE_RATES": {"anon": "3000/min", "user": "1200/min"},
    "EXCEPTION_HANDLER": "eventnight.core.api.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "EventNight",
    "DESCRIPTION": "Everything a card night's pages do, for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "eventnight.core.schema.describe_refusals",
        "eventnight.night.api_examples.give_examples",
    ],
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_NAME_OVERRIDES": {
        "RoleEnum": "eventnight.core.roles.Role",
        "ActivityKindEnum": "eventnight.events.models.ActivityKind",
        "EventStatusEnum": "eventnight.events.models.EventStatus",
        "DrawOutcomeEnum": "eventnight.raffle.models.Outcome",
        "MatchOutcomeEnum": "tournaments.models.Outcome",
        "RaffleStatusEnum": "eventnight.raffle.models.RaffleStatus",
        "TableStatusEnum": "tables.models.TableStatus",
        "BracketStatusEnum": "tournaments.models.BracketStatus",
        "HoldemStatusEnum": "tournaments.models.HoldemStatus",
        "FlightStatusEnum": "tournaments.models.FlightStatus",
        "DealMethodEnum": "tournaments.models.DealMethod",
        "EntryKindEnum": "eventnight.bank.models.EntryKind",
        "PurchaseKindEnum": "tournaments.models.PurchaseKind",
        "DrawMethodEnum": "eventnight.raffle.models.DrawMethod",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

REDIS_URL = env.str("REDIS_URL", "")
CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", "") or "memory://localhost/"
CELERY_IS_EMBEDDED = CELERY_BROKER_URL.startswith("memory://")
"""Without a broker, worker and beat are threads of the one web process."""
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {"polling_interval": 0.1}
    if CELERY_IS_EMBEDDED
    else {"visibility_timeout": timedelta(hours=6).total_seconds(), "socket_connect_timeout": 1}
)
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Nothing to remember between two runs: the tick finds what is due in the database.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "announce-due-levels": {
        "task": "tournaments.announce_due_levels",
        "schedule": 0.5,
        "options": {"expires": 2},
    },
}

BOOK_CHECKS: list[str] = ["eventnight.raffle.books.check", "tables.books.check", "tournaments.books.check"]
"""Further checks of verify_books: dotted paths of functions that take an event id and give sentences."""

CLOSING_GUARD = "eventnight.night.services.closing.require_closable"
"""What a night passes before it is closed: a function that takes the event and the moment, gives facts for the log, and
raises Conflict while something stands open."""

CHIP_PLACES = "tables.books.chip_places"
"""What tells the bank which tables are open: a function that takes an event id and gives `ChipPlace` values."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
}
