/** What the edge counts by the day begins anew at midnight UTC. A test that could meet midnight begins after it. */
import { beforeEach } from 'vitest'

const DAY_MS = 86_400_000

/** Longer than any test that counts something by the day. */
const LONGEST_MS = 20_000

// Tests put other clocks in their place.
const [{ now }, realTimeout] = [Date, setTimeout]

beforeEach(async () => {
  const leftMs = DAY_MS - (now() % DAY_MS)
  if (leftMs < LONGEST_MS) await new Promise((begin) => realTimeout(begin, leftMs))
})
