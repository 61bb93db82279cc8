/**
 * Writes a table in Markdown, with an empty line after it. A cell is one line; a `|` in it is escaped.
 *
 * @param rows Each has as many cells as there are heads.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n')
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
