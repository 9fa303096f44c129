"""Settings of a night on one machine: SQLite, no broker, everything from this folder.

DATABASE_URL, CELERY_BROKER_URL and REDIS_URL move the same code to PostgreSQL, a Celery worker and Redis.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import SELF
from environs import Env

from eventnight.settings.addresses import broker_url, redis_url
from eventnight.settings.database import PATIENT, TimeLimits, database

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = BASE_DIR / "var"
PAGE_THREADS = 12
"""How many pages one process renders at a time for staff, presses and signed-in programs."""
READ_THREADS = 6
"""How many it renders at a time for everybody else: however many read, the desk has threads of its own."""

env = Env()
env.read_env(BASE_DIR / ".env", recurse=False)


def _local_secret_key() -> str:
    """The key of this machine, made at the first start and kept."""
    path = VAR_DIR / "secret_key"
    key = path.read_text() if path.exists() else ""
    # Empty is what a full disk leaves behind.
    if not key:
        VAR_DIR.mkdir(exist_ok=True)
        key = secrets.token_urlsafe(50)
        path.write_text(key)
        path.chmod(0o600)
    return key


def _local_database() -> str:
    VAR_DIR.mkdir(exist_ok=True)
    return f"sqlite:///{VAR_DIR / 'eventnight.sqlite3'}"


SECRET_KEY = env.str("SECRET_KEY", "") or _local_secret_key()
# Keys that were used before: what they signed or sealed, such as the seed of a draw, is still good.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
DEBUG = env.bool("DEBUG", False)
# The address that the hall's network gives this machine is not known beforehand; production names its hosts.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", ["*"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
TRUSTED_PROXIES = [name.strip() for name in env.list("TRUSTED_PROXIES", [], subcast=str) if name.strip()]
"""Proxies that tell the client's address in X-Forwarded-For: addresses, networks, `unix`. Nobody else is believed."""

DATABASE_URL = env.str("DATABASE_URL", "") or _local_database()
DATABASE_LIMITS = TimeLimits(
    lock=env.float("DATABASE_LOCK_SECONDS", TimeLimits.lock),
    statement=env.float("DATABASE_STATEMENT_SECONDS", TimeLimits.statement),
    idle=env.float("DATABASE_IDLE_SECONDS", TimeLimits.idle),
    connect=env.int("DATABASE_CONNECT_SECONDS", TimeLimits.connect),
)
# One connection for each thread of pages, one for the live stream, and some for tasks.
DATABASES = {"default": database(DATABASE_URL, DATABASE_LIMITS, threads=PAGE_THREADS + READ_THREADS + 4)}
COMMAND_DATABASE_OPTIONS = database(DATABASE_URL, PATIENT)["OPTIONS"]
"""Instead of the database's own options for commands that serve nobody: no limit of time and no pool."""
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
    "csp",
    "eventnight.core",
    "eventnight.events",
    "eventnight.bank",
    "eventnight.raffle",
    "tables",
    "tournaments",
    "eventnight.calls",
    "eventnight.night",
]

MIDDLEWARE = [
    "eventnight.core.web.headers.HeadersMiddleware",
    "eventnight.core.web.middleware.PublicReadLimit",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "eventnight.core.web.middleware.DoorstepMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "eventnight.core.web.middleware.RefusalMiddleware",
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

AUTHENTICATION_BACKENDS = ["eventnight.core.sign_in.passwords.GuardedBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
CSRF_FAILURE_VIEW = "eventnight.core.web.middleware.csrf_failure"
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

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

DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
"""Bytes of a form or a JSON body."""
MOST_UPLOADED_BYTES = 14 * 1024 * 1024
"""Bytes of a body with a file in it: a photo of 12 MB fits."""
UPLOAD_SECONDS_AT_THE_FORM = 2.0
"""How long the sender of a list waits for it; what takes longer is read on behind, and has a page of its own."""
UPLOAD_SECONDS_IN_ALL = 20.0
"""Of the clock, for reading any upload; a busy computer needs more of them than the processor's own."""

REST_FRAMEWORK = {
    "DEFAULT_PARSER_CLASSES": ["eventnight.core.api.parsing.PlainJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
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
        "eventnight.core.api.throttles.AddressThrottle",
        "eventnight.core.api.throttles.AccountThrottle",
    ],
    # Anonymous means an address, and a full hall may have one. Each process counts for itself: this only keeps a script
    # that runs wild from filling it. What can be guessed is counted in the database (core.sign_in.tries).
    "DEFAULT_THROTTLE_RATES": {"anon": "3000/min", "user": "1200/min"},
    "EXCEPTION_HANDLER": "eventnight.core.api.base.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "EventNight",
    "DESCRIPTION": "Everything a card night's pages do, for programs.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "PATH_CONVERTER_OVERRIDES": {"number": int},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "eventnight.core.api.schema.describe_refusals",
        "eventnight.night.api.examples.give_examples",
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

PUBLIC_READS_A_SECOND = env.float("PUBLIC_READS_A_SECOND", 500.0)
"""What one address may read in a second without a sign-in, once a saving of ten seconds is used up; 0 sets no limit.

Three hundred phones behind one address ask once a second each at most. See `core.fresh.reads` for what counts how much.
"""

REDIS_URL = redis_url(env.str("REDIS_URL", ""))
CELERY_BROKER_URL = broker_url(env.str("CELERY_BROKER_URL", "") or "memory://localhost/")
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
    "deal-and-time-out": {
        "task": "tables.deal_and_time_out",
        "schedule": 0.5,
        "options": {"expires": 2},
    },
    "deal-euchre": {
        "task": "tournaments.deal_and_time_out",
        "schedule": 0.5,
        "options": {"expires": 2},
    },
    "charge-due-seats": {
        "task": "tables.charge_due_seats",
        "schedule": 5.0,
        "options": {"expires": 10},
    },
    "end-calls-of-empty-tables": {
        "task": "calls.end_calls_of_empty_tables",
        "schedule": 5.0,
        "options": {"expires": 10},
    },
}

BOOK_CHECKS: list[str] = ["eventnight.raffle.books.check", "tables.books.check", "tournaments.books.check"]
"""Further checks of verify_books: dotted paths of functions that take an event id and give sentences."""

CLOSING_GUARD = "eventnight.night.services.closing.require_closable"
"""What a night passes before it is closed: a function that takes the event and the moment, gives facts for the log, and
raises Conflict while something stands open."""

ENDS_WITH_NIGHT: list[str] = ["eventnight.calls.services.end_with_night"]
"""What ends when a night is closed: dotted paths of functions that take the event, which is locked, and the press."""

TABLE_KEEPERS: dict[str, str] = {
    "poker": "tables.services.cash.CashTables",
    "flight": "tournaments.services.hands.keeper.FlightTables",
}
"""Who keeps the card tables of each kind: dotted paths of classes that are a `tables.keepers.Keeper`."""

CHIP_PLACES = "tables.books.chip_places"
"""What tells the bank which tables are open: a function that takes an event id and gives `ChipPlace` values."""

_log_level = env.str("LOG_LEVEL", "WARNING")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": _log_level},
    # The framework gives its own loggers a level, which would let through what the root keeps back.
    "loggers": {"django": {"level": _log_level}},
}
