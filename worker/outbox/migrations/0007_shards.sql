-- Orders that began at this time or later are listed in shards (worker/outbox/shard-catalogue.ts). An older version of the
-- Worker knows of none: it must not list such an order here as well. Its order tries again until a newer version runs.
CREATE TRIGGER order_index_is_sharded BEFORE INSERT ON order_index
WHEN EXISTS (SELECT 1 FROM markers WHERE name = 'shards-since' AND NEW.started_at >= CAST(value AS INTEGER))
BEGIN
  SELECT RAISE(ABORT, 'this order is listed in a shard');
END;
