/** The page's own durations, in milliseconds, in one list. All others come from the order. */

/** How long the edge may take to answer, and how long to wait before a silent edge is asked again. */
export const LOAD_LIMIT_MS = 8_000

/** How long a live socket may take to open and greet. Polling takes over from one that does not. */
export const GREETING_LIMIT_MS = 2_000

/** How often a live socket is tried while nothing comes over it, and how long the answer may take. */
export const PING_EVERY_MS = 15_000
export const PONG_LIMIT_MS = 5_000

/** After this the shopper reads why it takes so long, and what can be done. */
export const LONG_WAIT_MS = 10_000
