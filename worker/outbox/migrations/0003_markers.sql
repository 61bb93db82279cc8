-- What every version of the Worker has to agree on. Few rows, written once.
CREATE TABLE markers (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

-- Orders from before this table live in no jurisdiction.
INSERT INTO markers (name, value) SELECT 'jurisdiction', 'none' FROM order_ids LIMIT 1;
