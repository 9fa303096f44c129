-- The rows of one re-buy by hand: the event's head and books locked, two lines, three balances, the entry, the log.
-- The tables keep their keys, indexes, checks and foreign keys; what our triggers do is written out here instead.
\set player random(1, :players)
BEGIN;
UPDATE core_eventhead SET version = version + 1 WHERE event_id = :event;
SELECT last_sequence + 1 AS sequence, last_hash FROM bank_books WHERE event_id = :event FOR UPDATE \gset
SELECT id AS source FROM bank_account WHERE event_id = :event AND owner_kind = 'source' FOR UPDATE \gset
SELECT id AS issuer FROM bank_account WHERE event_id = :event AND owner_kind = 'issuer' AND commodity = 'chips' FOR UPDATE \gset
SELECT id AS till, balance + 1000 AS till_after FROM bank_account WHERE event_id = :event AND commodity = 'money' AND owner_kind = 'till' AND code = 'T1' FOR UPDATE \gset
SELECT id AS account, code, balance + 1000 AS player_after FROM bank_account WHERE event_id = :event AND commodity = 'chips' AND owner_kind = 'player' AND code = 'P' || lpad((:player)::text, 3, '0') FOR UPDATE \gset
INSERT INTO bank_transfer (entry_id, event_id, number, commodity, from_account_id, to_account_id, amount, from_balance_after, to_balance_after) VALUES
    ((:event)::bigint * 4294967296 + (:sequence)::bigint, (:event)::bigint, 1, 'money', (:source)::bigint, (:till)::bigint, 1000, NULL::bigint, (:till_after)::bigint),
    ((:event)::bigint * 4294967296 + (:sequence)::bigint, (:event)::bigint, 2, 'chips', (:issuer)::bigint, (:account)::bigint, 1000, NULL, (:player_after)::bigint);
UPDATE bank_account SET balance = balance + 1000 WHERE id IN (:till, :account);
INSERT INTO bank_entry (id, event_id, sequence, kind, at, actor_code, second_code, subject, reason, purpose, till, rates, key, fingerprint, lines, previous_hash, hash)
    VALUES ((:event)::bigint * 4294967296 + (:sequence)::bigint, :event, :sequence, 'rebuy', now(), 'system', '', :code, '', 'rebuy', 'T1', '{"chips": 1000, "price": 1000}', gen_random_uuid(), encode(sha256(convert_to(:code, 'UTF8')), 'hex'), 2, :last_hash, encode(sha256(convert_to(:last_hash, 'UTF8')), 'hex'));
UPDATE bank_books SET last_sequence = :sequence, last_hash = encode(sha256(convert_to(:last_hash, 'UTF8')), 'hex'), takings = jsonb_set(takings, '{T1,rebuy,cents}', to_jsonb((takings #>> '{T1,rebuy,cents}')::bigint + 1000)) WHERE event_id = :event;
INSERT INTO core_auditrecord (event_id, at, actor_code, actor_label, action, subject, facts) VALUES (:event, now(), 'system', 'system', 'bank.rebuy', :code, jsonb_build_object('sequence', (:sequence)::bigint, 'reason', ''));
COMMIT;
