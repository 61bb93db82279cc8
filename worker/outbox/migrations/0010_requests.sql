-- Payment requests are listed from their opening: when somebody first clicked on the page of the link, and, while the order can
-- be paid, the number of the key under which its link was made. Few orders are such requests at a time.
ALTER TABLE order_index ADD COLUMN seen_at INTEGER;
ALTER TABLE order_index ADD COLUMN link_key TEXT;

CREATE INDEX order_index_requests ON order_index (started_at, id) WHERE link_key IS NOT NULL;
