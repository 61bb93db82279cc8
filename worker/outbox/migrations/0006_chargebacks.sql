-- The list of chargebacks is sorted by when they came: a bank may take money back months after the payment.
UPDATE order_index SET status_since = updated_at WHERE status = 'charged-back' AND status_since IS NULL;

CREATE INDEX order_index_charged_back ON order_index (status, status_since, started_at, id)
  WHERE status = 'charged-back';
