"""Addresses of the bank API, below /api/v1/events/<code>/."""

from __future__ import annotations

from django.urls import path

from eventnight.bank.api import chips as inventory_api
from eventnight.bank.api import desk as api
from eventnight.bank.api import tills as till_api

urlpatterns = [
    path("bank/first-stacks/", api.FirstStackApi.as_view(), name="api_first_stacks"),
    path("bank/rebuys/", api.RebuyApi.as_view(), name="api_rebuys"),
    path("bank/donations/", api.DonationApi.as_view(), name="api_donations"),
    path("bank/entries/", api.EntriesApi.as_view(), name="api_entries"),
    path("bank/entries/<number:sequence>/reversal/", api.ReversalApi.as_view(), name="api_reversal"),
    path("bank/accounts/", api.AccountsApi.as_view(), name="api_accounts"),
    path("bank/totals/", api.TotalsApi.as_view(), name="api_totals"),
    path("bank/chips/", inventory_api.InventoryApi.as_view(), name="api_chips"),
    path("bank/chips/counts/", inventory_api.ChipCountsApi.as_view(), name="api_chip_counts"),
    path("bank/chips/changes/", inventory_api.ChangesApi.as_view(), name="api_chip_changes"),
    path("bank/chips/trays/<str:place>/", inventory_api.TrayStockApi.as_view(), name="api_tray_stock"),
    path("bank/chips/entries/<number:sequence>/reversal/", inventory_api.ChipUndoApi.as_view(), name="api_chip_undo"),
    path("bank/tills/<str:till>/opening/", till_api.TillOpenApi.as_view(), name="api_till_opening"),
    path("bank/tills/<str:till>/hand-over/", till_api.TillHandOverApi.as_view(), name="api_till_hand_over"),
    path("bank/tills/<str:till>/closing/", till_api.TillCloseApi.as_view(), name="api_till_closing"),
    path(
        "bank/tills/<str:till>/closings/<number:sequence>/reversal/",
        till_api.ClosingUndoApi.as_view(),
        name="api_till_closing_undo",
    ),
    path("bank/tills/<str:till>/shifts/<number:number>/", till_api.ShiftApi.as_view(), name="api_shift"),
]
