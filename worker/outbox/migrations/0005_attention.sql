-- Why an order needs a person: codes, with spaces between. Empty in an entry that needs nobody, and in one from before until
-- the order changes or is listed again (POST /v1/orders/reindex).
ALTER TABLE order_index ADD COLUMN attention TEXT;
