/** Finds variables whose names resemble those of settings. Pure. */

/** A variable that no part of the edge reads, and the setting that was probably meant. */
interface Misspelling {
  readonly name: string
  readonly meant: string
}

/** Two slips of the finger. Names of settings differ by more, or are settings themselves. */
const MAX_DISTANCE = 2

/** One slip for so many letters of the setting: two make `DESK` of `TEST`, a name that a variable may well have. */
const LETTERS_PER_SLIP = 4

/**
 * Lists variables and secrets whose names are almost those of settings. Bindings, which are objects, are none.
 *
 * @param settings The names of all settings.
 */
export const misspellingsOf = (env: object, settings: readonly string[]): readonly Misspelling[] =>
  Object.entries(env)
    .filter(([name, value]) => typeof value === 'string' && !settings.includes(name))
    .flatMap(([name]) => {
      const meant = settings.find((setting) => isAlmost(name, setting))
      return meant === undefined ? [] : [{ name, meant }]
    })

/** Case, hyphens and underlines are what people change first. */
const lettersOf = (name: string) => name.replace(/[^a-z\d]/gi, '').toUpperCase()

function isAlmost(name: string, setting: string): boolean {
  const [one, other] = [lettersOf(name), lettersOf(setting)]
  const most = Math.min(MAX_DISTANCE, Math.floor(other.length / LETTERS_PER_SLIP))
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most
}

/** The fewest insertions, deletions and substitutions of a character that make one text the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [line, character] of [...one].entries()) {
    const next = [line + 1]
    for (const [column, against] of [...other].entries()) {
      const substituted = (row[column] ?? 0) + (character === against ? 0 : 1)
      next.push(Math.min(substituted, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
