"""The API's reference page: its description, drawn for people."""

from __future__ import annotations

from typing import Any

from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.renderers import JSONRenderer


class ReferencePage(SpectacularSwaggerSplitView):
    """A page for GET; what else is asked of this address is answered as everywhere in the API."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Only the page has a template; refusals and what OPTIONS tells are JSON."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.template_name:
            response.accepted_renderer, response.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return response
