import { loadavg } from 'node:os'

/** The machine's load average of a minute. */
export const loadNow = (): number => loadavg()[0] ?? Number.NaN

/** For a table whose rows were measured so close together that one figure tells it for all. */
export const loadNote = (): string => `Load average at the end: ${loadNow().toFixed(1)}.`
