/** All durations that the page decides, in milliseconds. The order decides the others. */
import { MAX_WAIT_SECONDS } from '../shared/http-bodies.ts'

/** How long the edge may take to answer, and the pause before the tag asks a silent edge again. */
export const LOAD_LIMIT_MS = 8_000

/** How long the edge may take to answer a request with a key, such as a payment, for which it waits for the gateway's reply. */
export const PAY_LIMIT_MS = (MAX_WAIT_SECONDS + 5) * 1000

/**
 * How long a live socket may take to open and greet, and a form that has loaded to say its state. Polling takes over from
 * a silent socket.
 */
export const GREETING_LIMIT_MS = 2_000

/** How often the tag pings a silent live socket, and how long a pong, or the word of a frame, may take. */
export const PING_EVERY_MS = 15_000
export const PONG_LIMIT_MS = 5_000

/** After this, the shopper reads that it takes long, and what to do. */
export const LONG_WAIT_MS = 10_000

/** After this, a link out of the bank's dialog becomes a button. */
export const BANK_WAIT_MS = 30_000

/** How old the look of a product may be when a shopper comes back to it: the edge's caches keep it for as long. */
export const LOOK_AGE_MS = 60_000

/**
 * How long the tag draws nothing yet: until the shopper's language comes, and the edge's ways to pay where the offer names
 * none. Then it draws English, and one way.
 */
export const DRAWING_LIMIT_MS = 1_500
