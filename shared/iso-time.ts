/** Writes a time in UTC as ISO 8601 has it. Pure code has this in place of `Date`, which also reads the clock. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString()
