/** The SQL databases that entries are in: D1, or the storage of one object. Both take the same statements. */

/** What a statement found, and the rows that the platform bills for it. */
export interface IndexAnswer<Row> {
  readonly results: Row[]
  readonly meta: { readonly rows_read: number; readonly rows_written: number }
}

/** The part of D1's interface that the index needs. */
export interface IndexDatabase {
  prepare(sql: string): IndexStatement
  /** Runs statements one after the other, all of them or none. */
  batch<Row>(statements: IndexStatement[]): Promise<IndexAnswer<Row>[]>
}

/** A statement. Values are bound in their order. */
interface IndexStatement {
  bind(...values: unknown[]): IndexStatement
  all<Row>(): Promise<IndexAnswer<Row>>
}

/** A statement on an object's storage, which answers at once. */
interface OwnStatement extends IndexStatement {
  run<Row>(): IndexAnswer<Row>
}

/** The database in an object's storage. Nothing else runs between the statements of a batch. */
export function objectDatabase(storage: DurableObjectStorage): IndexDatabase {
  const statement = (sql: string, values: readonly unknown[]): OwnStatement => ({
    bind: (...given) => statement(sql, given),
    run<Row>() {
      const cursor = storage.sql.exec(sql, ...values)
      const results = cursor.toArray() as Row[]
      return { results, meta: { rows_read: cursor.rowsRead, rows_written: cursor.rowsWritten } }
    },
    async all<Row>() {
      return this.run<Row>()
    },
  })
  return {
    prepare: (sql) => statement(sql, []),
    batch: async <Row>(statements: OwnStatement[]) =>
      storage.transactionSync(() => statements.map((one) => one.run<Row>())),
  }
}
