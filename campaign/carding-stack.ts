/** The stack that a thief of cards attacks, and what its edge wrote. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { written } from '../e2e/support/leaks.ts'
import { SITE_KEYS, TURNSTILE_SECRET } from '../sandbox/turnstile/stand-in.ts'
import { addressesOf } from '../scripts/stack/addresses.ts'
import { freePorts } from '../scripts/stack/ports.ts'
import { type Stack, startStack } from '../scripts/stack/stack.ts'

const EDGE_TIMES = {
  // A thousand orders at a time are a lot for a small machine, and a late answer would let no card in.
  limiterDeadline: 10_000,
  checkDeadline: 10_000,
  activeEvery: 500,
  catchUpAfter: 1_000,
  // The edge must not poll for long for the forms that the thief left behind.
  waitingAfter: [2_000, 5_000, 10_000, 20_000, 40_000, 80_000],
}

/**
 * Starts a stack whose offers take cards, for as long as an attack runs.
 *
 * @param attack Gets the stack, and a function that reads everything the edge has written by then.
 */
export async function onCardingStack<Outcome>(
  { hasKeys }: { readonly hasKeys: boolean },
  attack: (stack: Stack, edgeFiles: () => ReturnType<typeof written>) => Promise<Outcome>,
): Promise<Outcome> {
  const stateDir = await mkdtemp(join(tmpdir(), 'pay-checkout-carding-'))
  try {
    const stack = await start(stateDir, hasKeys)
    try {
      return await attack(stack, () => written('edge', stateDir))
    } finally {
      await stack.stop()
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function start(stateDir: string, hasKeys: boolean): Promise<Stack> {
  const ports = await freePorts()
  const keys = {
    TURNSTILE_SITE_KEY: SITE_KEYS.passes,
    TURNSTILE_SECRET_KEY: TURNSTILE_SECRET,
    TURNSTILE_URL: addressesOf(ports).local.gateway,
  }
  const edge = {
    LIMITS: '{"cardsForOffers":"auto"}',
    CHECKOUT_METHODS: '["hosted","card"]',
    ORDER_TIMES: JSON.stringify(EDGE_TIMES),
    TEST_QUIET: 'yes',
    ...(hasKeys && keys),
  }
  return startStack({ ports, stateDir, edge, edgeEntry: 'worker/testing/edge.ts' })
}
