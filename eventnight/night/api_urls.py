"""Addresses of the night's API, below an event."""

from __future__ import annotations

from django.urls import path

from eventnight.night.api.closing import (
    AdjustmentsApi,
    ApprovalsApi,
    ClosingApi,
    FundApi,
    ReportApi,
    TakeBackApi,
    WithdrawalApi,
)
from eventnight.night.api.finish_by import FinishByApi, TakeBackChangeApi
from eventnight.night.api.night import ArchiveApi, HistoriesApi, TonightApi

urlpatterns = [
    path("adjustments/", AdjustmentsApi.as_view(), name="api_adjustments"),
    path("archive/", ArchiveApi.as_view(), name="api_archive"),
    path("closing/", ClosingApi.as_view(), name="api_closing"),
    path("closing/approvals/", ApprovalsApi.as_view(), name="api_approvals"),
    path("closing/approvals/<number:approval_id>/withdrawal/", WithdrawalApi.as_view(), name="api_withdrawal"),
    path("finish-by/", FinishByApi.as_view(), name="api_finish_night_by"),
    path("finish-by/take-back/", TakeBackChangeApi.as_view(), name="api_take_back_change"),
    path("fund/", FundApi.as_view(), name="api_fund"),
    path("fund/<number:sequence>/reversal/", TakeBackApi.as_view(), name="api_fund_reversal"),
    path("hands/phh/", HistoriesApi.as_view(), name="api_night_histories"),
    path("report/", ReportApi.as_view(), name="api_report"),
    path("tonight/", TonightApi.as_view(), name="api_tonight"),
]
