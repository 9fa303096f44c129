"""Addresses of the night's API, below an event."""

from __future__ import annotations

from django.urls import path

from eventnight.night.api import ArchiveApi, TonightApi
from eventnight.night.closing_api import ApprovalsApi, ClosingApi, FundApi, ReportApi, TakeBackApi, WithdrawalApi

urlpatterns = [
    path("archive/", ArchiveApi.as_view(), name="api_archive"),
    path("closing/", ClosingApi.as_view(), name="api_closing"),
    path("closing/approvals/", ApprovalsApi.as_view(), name="api_approvals"),
    path("closing/approvals/<int:approval_id>/withdrawal/", WithdrawalApi.as_view(), name="api_withdrawal"),
    path("fund/", FundApi.as_view(), name="api_fund"),
    path("fund/<int:sequence>/reversal/", TakeBackApi.as_view(), name="api_fund_reversal"),
    path("report/", ReportApi.as_view(), name="api_report"),
    path("tonight/", TonightApi.as_view(), name="api_tonight"),
]
