/** Writes a time in UTC as ISO 8601 has it. Pure code uses it instead of `Date`, which also reads the clock. */
export const toIsoTime = (ms: number): string => new Date(ms).toISOString()
