-- The sums of each order, for those of a day, and since when it has had its status. An entry from before has neither until
-- it is written again (POST /v1/orders/reindex).
ALTER TABLE order_index ADD COLUMN captured TEXT;

ALTER TABLE order_index ADD COLUMN returned TEXT;

ALTER TABLE order_index ADD COLUMN charged_back TEXT;

ALTER TABLE order_index ADD COLUMN status_since INTEGER;

-- Preauths whose money is still held. An order that charges at once has no row here.
CREATE INDEX order_index_held ON order_index (started_at, id) WHERE intent = 'preauth' AND status = 'approved';
