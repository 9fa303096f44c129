"""Static files under names that change with their content, the scripts that a script imports too."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage as WhiteNoise


class HashedStaticFiles(WhiteNoise):  # type: ignore[misc]  # it comes without types
    """Otherwise a browser could keep an old module beside a new one.

    Django can do this for all scripts or for none, and takes words in the comments of others' for imports: ours alone.
    """

    patterns = (*WhiteNoise.patterns, ("js/*.js", WhiteNoise._js_module_import_aggregation_patterns[1]))
