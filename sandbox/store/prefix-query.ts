/**
 * The SQL condition that a text starts with the first binding. The database can use an index on the text for it.
 *
 * @param expression The indexed expression, character by character.
 */
export const startsWithSql = (expression: string) =>
  `${expression} >= ?1 AND ${expression} < ?1 || char(0x10FFFF)`
