-- How an order was paid, or tried to pay last. An order from before has none until it is listed again
-- (POST /v1/orders/reindex).
ALTER TABLE order_index ADD COLUMN method TEXT;
