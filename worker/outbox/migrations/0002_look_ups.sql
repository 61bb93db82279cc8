-- Look-ups that read a few rows of a table of any size.

-- An order's id follows from its reference, and leads to the key of its row. The row of ids is written once anyway.
ALTER TABLE order_ids ADD COLUMN started_at INTEGER;

UPDATE order_ids SET started_at = order_index.started_at FROM order_index WHERE order_index.id = order_ids.id;

-- Only what is rare has a row here: an order that is paid, declined or left costs none.
CREATE INDEX order_index_attention ON order_index (started_at, id) WHERE needs_attention = 1;

CREATE INDEX order_index_rare ON order_index (status, started_at, id) WHERE
  status = 'filtered' OR status = 'error' OR status = 'unknown' OR status = 'cancelled' OR status = 'expired'
  OR status = 'captured' OR status = 'voided' OR status = 'returned' OR status = 'partially-returned'
  OR status = 'charged-back';
