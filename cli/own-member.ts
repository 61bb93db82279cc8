/** Reads a table by a word that others chose: a report may say `constructor`, which every object has. Pure. */

/** @returns `undefined` where the table itself has no such member. */
export const ownMember = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined
