import { Argument, Command } from '@commander-js/extra-typings'
import { answerText, boundedFetch, jsonOf, memberOf } from '../bounded-fetch.ts'
import { CommandError, type Terminal } from '../command.ts'

const GATEWAY = ['--gateway <origin>', 'the sandbox', 'http://gateway.localhost:8788'] as const

const ORDER = 'the merchant’s order id at the gateway: your reference, or an attempt of it such as cart-1.2'

/**
 * `pay-checkout trigger`: makes things happen in the sandbox. No real gateway takes it.
 *
 * @example
 * npx --no pay-checkout trigger outcome cart-4711 approved
 * npx --no pay-checkout trigger fault drop-reply --operation sale --times 3
 */
export const triggerCommand = (terminal: Terminal) =>
  new Command('trigger')
    .summary('make the sandbox do something: outcomes, chargebacks, faults')
    .description(
      'Makes things happen at the sandbox gateway of “npm run dev”, so that your pages and your server can be seen to cope. No real gateway takes it.',
    )
    .addCommand(outcomeCommand(terminal))
    .addCommand(chargebackCommand(terminal))
    .addCommand(faultCommand(terminal))
    .addCommand(noFaultsCommand(terminal))
    .addCommand(settleCommand(terminal))
    .addCommand(clockCommand(terminal))

const outcomeCommand = (terminal: Terminal) =>
  new Command('outcome')
    .summary('decide a payment that is under way or unknown')
    .description(
      'Decides a payment that is under way or unknown, as a late answer of the bank would, and sends the callback.',
    )
    .argument('<order>', ORDER)
    .addArgument(
      new Argument('<status>', 'the outcome').choices([
        'approved',
        'declined',
        'error',
        'filtered',
        'unknown',
      ] as const),
    )
    .option(...GATEWAY)
    .action((clientOrderId, status, { gateway }) =>
      control(
        { gateway, path: 'settle', body: { clientOrderId, status } },
        `${clientOrderId} is ${status} at the gateway.`,
        terminal,
      ),
    )

const chargebackCommand = (terminal: Terminal) =>
  new Command('chargeback')
    .summary('charge an order back')
    .description(
      'Charges an order back, as the cardholder’s bank would. The edge learns of it when it asks for the status again.',
    )
    .argument('<order>', ORDER)
    .option(...GATEWAY)
    .action((clientOrderId, { gateway }) =>
      control(
        { gateway, path: 'chargeback', body: { clientOrderId } },
        `${clientOrderId} is charged back.`,
        terminal,
      ),
    )

const faultCommand = (terminal: Terminal) =>
  new Command('fault')
    .summary('disturb requests or callbacks')
    .description(
      'Disturbs what the gateway does from now on, in place of earlier faults. sandbox/README.md lists the faults, such as drop-reply, 500 and delay; of callbacks: missing, duplicate, late, reordered, forged-control.',
    )
    .argument('<fault>', 'its name')
    .option(
      '--operation <name>',
      'an operation such as sale-form, * for all, callback or browser-return',
      '*',
    )
    .option('--times <count>', 'how often; default: until “trigger no-faults”')
    .option('--order <prefix>', 'only for order ids that begin so')
    .option('--delay-ms <milliseconds>', 'for delay, slow-body, late and reordered')
    .option(...GATEWAY)
    .action(async (fault, { operation, times, order, delayMs, gateway }) => {
      const rule = {
        ...{ fault, operation },
        ...(times !== undefined && { times: countOf('--times', times) }),
        ...(delayMs !== undefined && { delayMs: countOf('--delay-ms', delayMs) }),
        ...(order !== undefined && { clientOrderId: order }),
      }
      await control(
        { gateway, path: 'faults', method: 'PUT', body: { rules: [rule] } },
        `${fault} disturbs ${operation} from now on.`,
        terminal,
      )
    })

const noFaultsCommand = (terminal: Terminal) =>
  new Command('no-faults')
    .summary('end all faults')
    .description('Ends all faults.')
    .option(...GATEWAY)
    .action(({ gateway }) =>
      control(
        { gateway, path: 'faults', method: 'PUT', body: { rules: [] } },
        'There are no faults.',
        terminal,
      ),
    )

const settleCommand = (terminal: Terminal) =>
  new Command('settle')
    .summary('settle all sales, as at the end of a day')
    .description(
      'Settles all approved sales, as at the end of a day: from then on they can be refunded, and not voided.',
    )
    .option(...GATEWAY)
    .action(({ gateway }) =>
      control({ gateway, path: 'settle-batch', body: {} }, 'All approved sales are settled.', terminal),
    )

const UNITS_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

const clockCommand = (terminal: Terminal) =>
  new Command('clock')
    .summary('advance the gateway’s clock')
    .description('Advances the sandbox’s clock, which makes the scheduled charges that fall into that time.')
    .argument('<span>', 'such as 30d, 12h or 5m')
    .option(...GATEWAY)
    .action(async (span, { gateway }) => {
      const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(span) ?? []
      if (unit === undefined)
        throw new CommandError('usage', ['the span must be days (30d), hours (12h) or minutes (5m)'])
      const advanceMs = Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS]
      await control(
        { gateway, path: 'clock', body: { advanceMs } },
        `The gateway’s clock is ${span} later.`,
        terminal,
      )
    })

function countOf(flag: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new CommandError('usage', [`${flag}: must be a whole number`])
}

interface Control {
  readonly gateway: string
  readonly path: string
  readonly method?: 'POST' | 'PUT'
  readonly body: object
}

/** Calls a control path, which only the sandbox has. */
async function control(
  { gateway, path, method = 'POST', body }: Control,
  done: string,
  { answer }: Terminal,
): Promise<void> {
  if (!URL.canParse(gateway)) throw new CommandError('usage', ['--gateway: must be an origin'])
  const address = new URL(`/__sandbox/${path}`, gateway)
  const headers = { 'Content-Type': 'application/json' }
  const reply = await boundedFetch(address, { method, headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new CommandError('no-sandbox', [`${gateway} ${reply.reason.text}`])
  const answered = jsonOf(reply.value)
  if (!reply.value.ok)
    throw new CommandError('sandbox-refused', [
      errorIn(answered) ?? `${gateway} ${answerText(reply.value)}: is it the sandbox?`,
    ])
  answer({ lines: [done], value: answered ?? { done: true } })
}

function errorIn(body: unknown): string | undefined {
  const error = memberOf(body, 'error')
  return typeof error === 'string' ? error : undefined
}
