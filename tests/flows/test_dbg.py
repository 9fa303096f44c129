import pytest
from tests.flows.nights import OpenNight
from tests.flows.refused import *
from tests.flows.pressing import *
B=10**30; C=2**63; S="\x00"
TRY=[("{code}/bank/rebuys/",{"player":"P001","paid":B*1000}),("{code}/bank/donations/",{"paid":B}),("{code}/bank/donations/",{"paid":C}),("{code}/bank/donations/",{"paid":2**62}),
("{code}/bank/rebuys/",{"player":S,"paid":1000}),("{code}/bank/rebuys/",{"player":"P001","paid":2**62//1000*1000}),
("{code}/bank/entries/%d/reversal/"%B,{"reason":"x"}),
("{code}/raffle/sales/",{"player":"P001","paid":1000*10**9}),("{code}/raffle/voids/",{"number":B,"reason":"x"}),("{code}/raffle/placings/",{"player":"P001","counts":{"B1":B}}),
("{code}/raffle/buckets/",{"item":"x","value":B}),("{code}/raffle/redemptions/",{"player":"P001","chips":B}),
("{code}/brackets/{bracket}/matches/1/call/",{"station":B}),("{code}/brackets/{bracket}/matches/1/result/",{"winner":B,"loser":1,"winner_points":10,"loser_points":3}),
("{code}/brackets/{bracket}/matches/1/result/",{"winner":1,"loser":4,"winner_points":B,"loser_points":3}),
("{code}/brackets/%d/matches/1/call/"%B,{}),("{code}/brackets/{bracket}/matches/%d/call/"%B,{}),("{code}/brackets/",{"target":B,"stations":B}),
("{code}/tables/%d/seats/1/"%B,{"player":"P001","chips":5}),("{code}/tables/{table}/seats/%d/"%B,{"player":"P001","chips":5}),("{code}/tables/{table}/hands/",{**HAND,"number":B}),
("{code}/tables/roulette/{wheel}/spins/",{"number":B,"pocket":"4"}),("{code}/tables/roulette/{wheel}/bets/%d/withdraw/"%B,{}),
("{code}/holdem/flights/%d/clock/skip/"%B,{}),("{code}/holdem/flights/{flight}/clock/skip/",{"seen_version":B}),("{code}/holdem/flights/{flight}/clock/adjust/",{"seconds":B}),
("{code}/holdem/flights/{flight}/bust-outs/",{"busted":{"P003":B}}),("{code}/holdem/flights/{flight}/bags/",{"counts":{"P003":B}}),
("{code}/players/",{"full_name":"a\x00b"}),("{code}/players/P001/sign-ups/",{"kind":"euchre","partner":S}),("{code}/players/%00/check-in/",{}),
("{code}/roles/",{"username":S,"role":"desk"}),("{code}/tables/poker/",{"small_blind":10**9,"big_blind":10**9,"seats_count":9}),
("{code}/tables/roulette/{wheel}/tray/",{"chips":10**9}),("{code}/status/",{"move":"open"}),("{code}/programme/",{"kind":"other","title":"x","starts_at":"0001-01-01T00:00:00Z"}),
]
GETS=["{code}/players/?q=%00","{code}/bank/entries/?player=%00","{code}/bank/entries/?cursor=%00","{code}/raffle/tickets/?player=%00","{code}/players/?q="+"9"*40,"%00/players/"]
@pytest.mark.django_db
def test_x():
    n=OpenNight(); raffle_opened(n); u=n.organiser
    for p,b in TRY+[(g,None) for g in GETS]:
        try: a=press_api(u,n.fill(p) if '{' in p else p,b); print(a.status_code,p[:60],str(b)[:60], a.content[:110] if a.status_code<300 else a.json().get('code'))
        except Exception as e: print('!!!',p[:60],str(b)[:60],type(e).__name__,str(e)[:90])
    for p,b in [("/staff/{code}/matches/{bracket}/1/call/",{"station":"9"*30}),("/staff/{code}/desk/P001/donation/",{"paid":"9"*30}),("/staff/{code}/players/P001/chips-in/",{"chips":"9"*30}),("/staff/{code}/players/P001/tickets/",{"paid":"9"*30}),("/staff/{code}/players/P001/tickets/",{"paid":10**16}),("/staff/{code}/tables/{table}/seats/3/sit/",{"player":"\x00","chips":5}),("/staff/{code}/roulette/{wheel}/spin/",{"number":"9"*30,"pocket":"4"}),("/staff/{code}/roulette/{wheel}/bets/",{"bets":'[{"who":"P001","bet":"red","chips":-5}]'}),("/staff/{code}/roulette/{wheel}/bets/",{"bets":'[{"who":"P001","bet":"red","chips":%d}]'%10**30 if 0 else '[{"who":"P001","bet":"red","chips":1000000000000000000000000000000}]'}),("/staff/{code}/roulette/{wheel}/bets/",{"bets":'[{"who":"P001","bet":"red","chips":true}]'}),("/e/{code}/me/",{"pin":"\x00\x00\x00\x00"}),("/staff/{code}/floor/{flight}/clock/skip/",{"seen_version":"9"*30}),("/staff/{code}/floor/{flight}/bust-outs/",{}),("/staff/{code}/till/open/",{"float_paid":"9"*30}),("/staff/{code}/raffle/buckets/",{"item":"x","prizes":1,"value":"9"*30}),("/staff/{code}/players/?q=%00",None),("/staff/{code}/desk/?q=%00",None),("/p/%00/",None),("/staff/{code}/roulette/{wheel}/?with=P999",None),("/staff/{code}/roulette/{wheel}/?pocket=99",None),("/staff/{code}/tables/{table}/?seat="+"9"*30,None),("/staff/{code}/raffle/?prize=%00",None),("/organise/{code}/audit/?page=zz",None)]:
        try: a=press_page(u,n.fill(p),b); print(a.status_code,p,str(b)[:50])
        except Exception as e: print('!!!',p,str(b)[:60],type(e).__name__,str(e)[:90])
