-- The orders as lists show them. The order objects hold the truth, so this can be dropped and made again from them.
-- Without a row id, and keyed in the order of the list: a write is one billed row, and a page needs no index.
CREATE TABLE order_index (
  started_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  reference TEXT NOT NULL,
  intent TEXT NOT NULL,
  amount TEXT NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  needs_attention INTEGER NOT NULL,
  test INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (started_at, id)
) WITHOUT ROWID;

-- Every order that was ever listed, only ever added to. Objects cannot be enumerated: this is what a new index is made from.
CREATE TABLE order_ids (
  id TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;
