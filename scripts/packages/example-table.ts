/** The table that closes `npm run test:packages`. Pure. */

/** The steps of an example. A page has the first six, a server `install`, `types`, `mount`, `paid` and `refunded`. */
const STEPS = ['install', 'types', 'build', 'mount', 'remount', 'paid', 'refunded'] as const

/** One of them. */
export type Step = (typeof STEPS)[number]

/** How far an example came. */
export interface ExampleRow {
  readonly name: string
  /** What each step took that ended well. */
  readonly seconds: Partial<Record<Step, number>>
  /** What failed; `time` where none was left to begin. */
  obstacle?: Step | 'time'
}

/** Writes seconds, ✗ where a step failed, and – where none was tried. */
export function exampleTable(rows: readonly ExampleRow[]): string {
  const lines = [['example', ...STEPS, 'total'], ...rows.map(cells)]
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) => line.map((cell, column) => aligned(cell, column, widths[column] ?? 0)).join('  '))
    .join('\n')
}

function cells({ name, seconds, obstacle }: ExampleRow): string[] {
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0)
  const steps = STEPS.map((step) => (step === obstacle ? '✗' : (seconds[step]?.toFixed(1) ?? '–')))
  return [name, ...steps, obstacle === 'time' ? 'no time' : total.toFixed(1)]
}

const aligned = (cell: string, column: number, width: number) =>
  column === 0 ? cell.padEnd(width) : cell.padStart(width)
