/** Orders a second, with pages that follow theirs, until something goes wrong or a shopper waits too long. */
import { endPages, openPages, type Span, span } from '../campaign/load/load.ts'
import { type LoadStack, startLoadStack } from '../campaign/load/load-stack.ts'
import { builtWidget } from '../scripts/build.ts'
import type { PartResult, Row } from '../scripts/reference/bench-results.ts'
import { makeSecrets } from '../scripts/stack/secrets.ts'
import { loadNow } from './machine-load.ts'
import { startGateway } from './stand-in-gateway.ts'

const RATES = [5, 10, 20, 30, 40, 60, 80]
const SECONDS = 8
const SOCKETS = 300

/** A shopper who waits longer begins to wonder. */
const PROMPT_P95_MS = 1_000

/** Ever higher rates, with the sandbox and with a gateway that answers at once. */
export async function load(): Promise<readonly PartResult[]> {
  const failure = await builtWidget()
  if (failure) throw new Error(failure)
  const secrets = await makeSecrets()
  const gateway = await startGateway(secrets.controlKey, 'approved')
  try {
    const rows = [
      ...(await onStack('the sandbox', () => startLoadStack())),
      ...(await onStack('a gateway that answers at once', () =>
        startLoadStack({ secrets, edge: { GATEWAY_URL: gateway.url } }),
      )),
    ]
    return [
      {
        title: 'Orders a second, opened and paid by card, milliseconds',
        rows,
        notes: [
          `${SECONDS} s each, with the limits on, while ${SOCKETS} other pages follow their orders. It ends at the first fault, or where 5 of 100 shoppers wait longer than ${PROMPT_P95_MS / 1000} s for the approval. Shoppers, edge and gateway share the machine.`,
        ],
      },
    ]
  } finally {
    await gateway.stop()
  }
}

async function onStack(gateway: string, start: () => Promise<LoadStack>): Promise<Row[]> {
  const { scene, stop } = await start()
  const rows: Row[] = []
  try {
    const pages = await openPages(scene, SOCKETS)
    for (const rate of RATES) {
      const one = await span(scene, rate, SECONDS)
      rows.push(rowOf(gateway, one))
      if (one.faults.size > 0 || one.approvedP95 > PROMPT_P95_MS) break
    }
    const missed = await endPages(scene, pages)
    if (missed.size > 0) rows.push({ ...rows.at(-1), faults: [...missed.keys()].join('; ') })
    return rows
  } finally {
    await stop()
  }
}

const rowOf = (
  gateway: string,
  { perSecond, orders, faults, openP50, approvedP50, approvedP95 }: Span,
): Row => ({
  ...{ gateway, 'orders a second': perSecond, orders, 'opened, median': openP50 },
  ...{ 'approved, median': approvedP50, 'approved, 95 of 100': approvedP95 },
  faults: [...faults].map(([what, count]) => `${count}× ${what}`).join('; ') || 'none',
  load: loadNow(),
})
