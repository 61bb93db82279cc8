/** The server of an example, as its developer runs it: by `npm start` and `npm run refund`, with settings by environment. */
import { once } from 'node:events'
import process from 'node:process'
import { expect } from 'vitest'
import { runStep } from '../../scripts/run-step.ts'
import { startTethered } from '../../scripts/stack/tethered.ts'
import { type ReaderStack, WEBHOOK_SECRET } from '../guides/reader-stack.ts'
import { ENVIRONMENT } from './project.ts'
import type { SignedMessage } from './signed-message.ts'

/** A server that runs. It listens on the port of the merchant's own server. */
export interface ShopServer {
  /** What its page says to the shopper of this order. */
  readonly pageOf: (reference: string) => Promise<string>
  /** Hands it a webhook. @returns The status of its answer. */
  readonly takes: (message: SignedMessage) => Promise<number>
  /** Ends it at once, as a machine without power would. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** The secret of before: the server is in the middle of changing it. */
export const FORMER_SECRET = 'whsec_Zm9ybWVyIHNlY3JldCBvZiB0aGlzIHNob3A='

type Around = Pick<ReaderStack, 'stack' | 'own'>

const settings = ({ stack, own }: Around, edge = stack.addresses.local.edge) => ({
  ...{ ...process.env, ...ENVIRONMENT, PORT: new URL(own).port },
  ...{ PAY_EDGE: edge, PAY_MERCHANT_KEY: stack.secrets.merchantKey },
  PAY_WEBHOOK_SECRET: `${FORMER_SECRET} ${WEBHOOK_SECRET}`,
})

/** Starts it in its folder, and waits until it answers. @throws {Error} With what it printed, if it does not. */
export async function startShopServer(folder: string, around: Around): Promise<ShopServer> {
  // The first line is the number of its group of processes.
  const command = ['sh', '-c', 'ps -o pgid= -p $$; exec npm start 2>&1']
  const { output, ended, stop } = await startTethered(command, { cwd: folder, env: settings(around) })
  if (!output) throw new TypeError('a server without output')
  const [first] = await once(output, 'data')
  const printed: string[] = []
  output.on('data', (chunk: Buffer) => printed.push(chunk.toString()))
  const answers = () =>
    fetch(`${around.own}/favicon.ico`).then(
      ({ status }) => status,
      () => printed.join(''),
    )
  await expect.poll(answers).toBe(404)
  return {
    stop,
    pageOf: async (reference) => {
      const reply = await fetch(around.own, { headers: { Cookie: `order=${reference}` } })
      return reply.text()
    },
    takes: async ({ headers, body }) => {
      const reply = await fetch(`${around.own}/webhooks`, { method: 'POST', headers, body })
      return reply.status
    },
    kill: async () => {
      process.kill(-Number.parseInt(`${first}`, 10), 'SIGKILL')
      await ended
    },
  }
}

/** A refund, as somebody types it. */
export interface TypedRefund {
  readonly reference: string
  readonly name: string
  readonly amount: string
  /** The edge as this process reaches it. Default: directly. */
  readonly edge?: string
}

/** Refunds by the example's own command. */
export async function typeRefund(
  folder: string,
  around: Around,
  { reference, name, amount, edge }: TypedRefund,
): Promise<{ readonly code: number; readonly output: string }> {
  const command = ['npm', 'run', '--prefix', folder, 'refund', '--', reference, name, amount]
  return runStep(command, { env: settings(around, edge) })
}
