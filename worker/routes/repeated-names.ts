/** Finds names that an object of a JSON text has twice. Pure. */

/** Texts and the marks around them. Numbers and words are skipped: they contain no names. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

/**
 * Whether any object of a JSON text says a name twice. `JSON.parse` keeps the last value and other programs the first, so
 * a firewall, a proxy and the edge could read different requests.
 *
 * @param json Text that `JSON.parse` takes.
 */
export function hasRepeatedName(json: string): boolean {
  /** The names of each object around the current token; `undefined` for a list. */
  const around: (Set<string> | undefined)[] = []
  const tokens = json.match(TOKEN) ?? []
  for (const [place, token] of tokens.entries()) {
    if (token === '{') around.push(new Set())
    else if (token === '[') around.push(undefined)
    else if (token === '}' || token === ']') around.pop()
    else if (tokens[place + 1] === ':') {
      const names = around.at(-1)
      // `"a"` and `"\u0061"` are one name.
      const name = JSON.parse(token) as string
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
