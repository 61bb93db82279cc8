/**
 * Writes JSON that a reader without the page's libraries understands. Each value is written as it is: a library of the page may
 * have arrays and objects write themselves as text, as Prototype 1.6 does.
 */
export const toJson = (value: object) =>
  JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name) {
    return this[name]
  })
