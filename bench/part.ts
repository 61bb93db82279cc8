/** One line of a table: column → value. A number keeps its precision; the printed table rounds it. */
export type Row = Readonly<Record<string, string | number>>

/** What one part of the bench found. */
export interface PartResult {
  /** What the table compares, its unit included. */
  readonly title: string
  /** Every row has the same columns. */
  readonly rows: readonly Row[]
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[]
}

/** One part of the bench: builds or starts what it needs, and ends it. */
export type Part = () => Promise<readonly PartResult[]>
