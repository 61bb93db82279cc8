-- The sums of closed quarters of an hour, so that sums of days read few rows: a row has those of half a day of UTC. A bit of
-- `stale` is set while the sums of its quarter are missing or out of date. A reader fills them in; no order waits for it.
CREATE TABLE order_sums (
  half INTEGER NOT NULL PRIMARY KEY,
  stale INTEGER NOT NULL,
  sums TEXT NOT NULL
);

-- An order that changes after its quarter was summed up marks it, whichever version of the Worker lists it. A quarter that is
-- marked, or was never summed up, costs no write.
CREATE TRIGGER order_sums_inserted AFTER INSERT ON order_index BEGIN
  UPDATE order_sums SET stale = stale | (1 << (NEW.started_at / 900000 % 48))
  WHERE half = NEW.started_at / 43200000 AND stale & (1 << (NEW.started_at / 900000 % 48)) = 0;
END;

CREATE TRIGGER order_sums_updated AFTER UPDATE ON order_index BEGIN
  UPDATE order_sums SET stale = stale | (1 << (NEW.started_at / 900000 % 48))
  WHERE half = NEW.started_at / 43200000 AND stale & (1 << (NEW.started_at / 900000 % 48)) = 0;
END;

CREATE TRIGGER order_sums_deleted AFTER DELETE ON order_index BEGIN
  UPDATE order_sums SET stale = stale | (1 << (OLD.started_at / 900000 % 48))
  WHERE half = OLD.started_at / 43200000 AND stale & (1 << (OLD.started_at / 900000 % 48)) = 0;
END;
