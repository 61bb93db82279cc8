/** Finds the address that somebody meant who mistyped one of the domains that most people have. Pure. */

/** The domains of most private addresses. A short one is not here: it would be taken for others that exist. */
const DOMAINS =
  'gmail.com googlemail.com yahoo.com hotmail.com outlook.com icloud.com protonmail.com t-online.de orange.fr wanadoo.fr ' +
  'laposte.net libero.it seznam.cz yandex.ru'

/** Domains that exist, and are one letter from those. */
const OTHERS = 'mail.com email.com ymail.com fmail.com'

/** Names this long may have two mistakes. */
const LONG_NAME = 6

/**
 * The address with the domain that was meant, such as `anna@gmail.com` for `anna@gmial.com`.
 *
 * @returns `undefined` for an address that is none, is of one of the domains, or resembles none of them.
 */
export function suggestedEmail(email: string): string | undefined {
  const [, who, domain = ''] = /^([^@\s]+@)([^@\s]+)$/.exec(email.trim().toLowerCase()) ?? []
  const [name, ending] = halves(domain)
  if (!who || `${DOMAINS} ${OTHERS}`.split(' ').includes(domain)) return
  const meant = DOMAINS.split(' ').find((one) => {
    const [itsName, itsEnding] = halves(one)
    const mistakes = editDistance(name, itsName)
    // Another country's ending is none: two of its letters differ.
    return mistakes <= (itsName.length < LONG_NAME ? 1 : 2) && editDistance(ending, itsEnding) <= 1
  })
  return meant && email.trim().slice(0, who.length) + meant
}

/** What stands before the first dot, and what stands behind it. */
const halves = (domain: string): [string, string] => {
  const [name = '', ...ending] = domain.split('.')
  return [name, ending.join('.')]
}

/** How many letters have to be added, left out, replaced, or exchanged with their neighbour (Damerau and Levenshtein). */
function editDistance(typed: string, meant: string): number {
  const rows: number[][] = []
  const at = (row: number, column: number) => rows[row]?.[column] ?? row + column
  for (let row = 1; row <= typed.length; row += 1) {
    const line: number[] = []
    rows[row] = line
    for (let column = 1; column <= meant.length; column += 1) {
      const [a, b] = [typed[row - 1], meant[column - 1]]
      const isExchanged = row > 1 && column > 1 && a === meant[column - 2] && typed[row - 2] === b
      line[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + Number(a !== b),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(typed.length, meant.length)
}
