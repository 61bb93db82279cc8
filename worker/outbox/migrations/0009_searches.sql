-- By what people look for an order, besides its names: who paid, the end of their card, the beginning of a reference. An
-- order's digest and digits are empty once its shopper's data is erased. One from before has none until it is listed
-- again (POST /v1/orders/reindex).
ALTER TABLE order_index ADD COLUMN shopper TEXT;

ALTER TABLE order_index ADD COLUMN last_four TEXT;

-- Paid orders alone: one row each.
CREATE INDEX order_index_shopper ON order_index (shopper, started_at, id) WHERE shopper IS NOT NULL;

-- Of orders that a merchant's server named. The reference of any other is its id, which has a table.
CREATE INDEX order_index_reference ON order_index (reference, started_at, id) WHERE reference <> id;
