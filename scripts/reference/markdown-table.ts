/**
 * Writes a table in Markdown, with a line after it. Cells stand in one line each; a `|` in them is escaped.
 *
 * @param rows As many cells each as there are heads.
 */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line), ''].join('\n')
}

const line = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
