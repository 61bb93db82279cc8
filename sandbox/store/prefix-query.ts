/**
 * The condition that a text begins with the first binding, in a form that an index on the text serves.
 *
 * @param expression What the index is on, letter by letter.
 */
export const startsWithSql = (expression: string) =>
  `${expression} >= ?1 AND ${expression} < ?1 || char(0x10FFFF)`
