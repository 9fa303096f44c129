"""Addresses of the raffle API, below /api/v1/events/<code>/."""

from __future__ import annotations

from django.urls import path

from eventnight.raffle.api import draws, tickets

urlpatterns = [
    path("raffle/", draws.RaffleApi.as_view(), name="api_raffle"),
    path("raffle/proof/", draws.ProofApi.as_view(), name="api_raffle_proof"),
    path("raffle/opening/", draws.OpeningApi.as_view(), name="api_raffle_opening"),
    path("raffle/buckets/", draws.BucketsApi.as_view(), name="api_buckets"),
    path("raffle/buckets/<str:bucket>/", draws.BucketApi.as_view(), name="api_bucket"),
    path("raffle/buckets/<str:bucket>/picture/", draws.PictureApi.as_view(), name="api_bucket_picture"),
    path("raffle/promise/", draws.PromiseApi.as_view(), name="api_raffle_promise"),
    path("raffle/freeze/", draws.FreezeApi.as_view(), name="api_freeze"),
    path("raffle/reopening/", draws.SalesReopeningApi.as_view(), name="api_reopening"),
    path("raffle/entropy/preview/", draws.ChancePreviewApi.as_view(), name="api_entropy_preview"),
    path("raffle/entropy/", draws.EntropyApi.as_view(), name="api_entropy"),
    path("raffle/finish/", draws.FinishApi.as_view(), name="api_finish"),
    path("raffle/prizes/<str:prize>/draw/", draws.DrawApi.as_view(), name="api_draw"),
    path("raffle/prizes/<str:prize>/barrel/", draws.BarrelApi.as_view(), name="api_barrel"),
    path("raffle/prizes/<str:prize>/absent/", draws.AbsentApi.as_view(), name="api_absent"),
    path("raffle/prizes/<str:prize>/hand-over/", draws.HandOverApi.as_view(), name="api_hand_over"),
    path("raffle/prizes/<str:prize>/call-again/", draws.CallAgainApi.as_view(), name="api_call_again"),
    path("raffle/prizes/<str:prize>/pot/payment/", tickets.PotPaymentApi.as_view(), name="api_pot_payment"),
    path("raffle/prizes/<str:prize>/pot/return/", tickets.PotReturnApi.as_view(), name="api_pot_return"),
    path("raffle/tickets/", tickets.RaffleTicketsApi.as_view(), name="api_tickets"),
    path("raffle/sales/", tickets.TicketSalesApi.as_view(), name="api_ticket_sales"),
    path("raffle/redemptions/", tickets.RedemptionsApi.as_view(), name="api_redemptions"),
    path("raffle/placings/", tickets.PlacingsApi.as_view(), name="api_placings"),
    path("raffle/withdrawals/", tickets.WithdrawalsApi.as_view(), name="api_withdrawals"),
    path("raffle/moves/", tickets.MovesApi.as_view(), name="api_moves"),
    path("raffle/voids/", tickets.VoidsApi.as_view(), name="api_voids"),
    path("raffle/entries/<number:sequence>/reversal/", tickets.TicketReversalApi.as_view(), name="api_ticket_reversal"),
]
