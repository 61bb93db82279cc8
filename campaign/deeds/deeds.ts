/**
 * Has a merchant's server tell stories through a faulty proxy, kills it at random moments and starts it again elsewhere, and
 * then compares what it was told with what the gateway has.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { makeMerchantKey, merchantEntry } from '../../cli/merchant-key.ts'
import { makeSecrets } from '../../scripts/stack/secrets.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { MERCHANT_SCOPES } from '../../shared/merchant-key.ts'
import { type LedgerRequest, type Movement, Sandbox } from '../ledger.ts'
import { Random } from '../random.ts'
import { type Fault, startFaultyProxy } from './faulty-proxy.ts'
import type { Line } from './merchant.ts'
import { LIMITS, referenceOf, storyOf } from './stories.ts'

/** What a run does. */
export interface DeedsOptions {
  readonly seed: number
  readonly stories: number
  /** Each process lives between these, unless it is done. */
  readonly lifeMs?: readonly [number, number]
}

/** What became of it. */
export interface DeedsResult {
  /** Certain answers to deeds, repeats included, and deeds. */
  readonly answers: number
  readonly deeds: number
  /** Requests that may change something, every try counted. */
  readonly requests: number
  /** How often a deed was uncertain. */
  readonly uncertain: number
  readonly kills: number
  readonly struck: ReadonlyMap<Fault, number>
  /** What is wrong, in words. Empty: nothing. */
  readonly findings: readonly string[]
}

const LIFE_MS = [1000, 3500] as const

/** 60 days: later than the end that a request to pay has by itself. */
const LATER_MS = 60 * 24 * 60 * 60_000

/** After so many deaths lives are twice as long. */
const DEATHS_UNTIL_TWICE = 20

/**
 * What goes wrong between edge and gateway meanwhile: answers come late, so that a killed server leaves deeds under way. Faults
 * after which nobody knows the outcome are the subject of `campaign.ts`: there a person has to decide, whoever the client is.
 */
const GATEWAY_FAULTS = [
  { operation: '*', fault: 'delay', probability: 0.2, delayMs: 400 },
  { operation: 'callback', fault: 'missing', probability: 0.2 },
  { operation: 'callback', fault: 'duplicate', probability: 0.1, delayMs: 200 },
]

const ORDER_TIMES = {
  // As in production: the busiest machine answers in time, or an order could stay in doubt.
  requestDeadline: 30_000,
  activeEvery: 700,
  activeFor: 10_000,
  waitingAfter: [1_000, 2_500, 5_000, 10_000, 20_000],
  catchUpAfter: 1_000,
  notAcceptedAfter: 300,
  notAcceptedSpan: 1_200,
}

/** Runs the stories on a stack of their own. The tag must have been built. */
export async function runDeeds(options: DeedsOptions): Promise<DeedsResult> {
  const secrets = await makeSecrets()
  const keys = { whole: secrets.merchantKey, limited: makeMerchantKey() }
  const stack = await startStack({
    secrets,
    edge: {
      MERCHANT_KEYS: JSON.stringify([
        merchantEntry(keys.whole, 'whole', MERCHANT_SCOPES),
        merchantEntry(keys.limited, 'limited', ['read', 'refund'], LIMITS),
      ]),
      ORDER_TIMES: JSON.stringify(ORDER_TIMES),
      CHECKOUT_METHODS: '["hosted","payment-page","card","saved-card"]',
      TEST_QUIET: 'yes',
    },
    edgeEntry: 'worker/testing/edge.ts',
  })
  try {
    return await runOn(stack, keys, options)
  } finally {
    await stack.stop()
  }
}

/** The merchant keys of the server. */
interface Keys {
  readonly whole: string
  readonly limited: string
}

async function runOn(stack: Stack, keys: Keys, options: DeedsOptions): Promise<DeedsResult> {
  const { addresses } = stack
  const sandbox = new Sandbox(addresses.local.gateway)
  await sandbox.setFaults(
    GATEWAY_FAULTS.map((fault, index) => ({ ...fault, seed: options.seed * 100 + index })),
  )
  const proxy = await startFaultyProxy(addresses.local.edge, options.seed)
  const { lines, kills } = await tellAll(keys, proxy.address, options)
  await proxy.stop()
  await sandbox.setFaults([])
  const numbers = numbersOf(options)
  const answers = lines.filter(({ deed }) => deed !== undefined)
  const findings = (await Promise.all(numbers.map((number) => findingsOf(sandbox, number, answers)))).flat()
  return {
    answers: answers.length,
    deeds: new Set(answers.map(({ number, deed }) => `${number} ${deed}`)).size,
    uncertain: answers.reduce((sum, { uncertain = 0 }) => sum + uncertain, 0),
    ...{ kills, struck: proxy.struck, requests: proxy.acting() },
    findings: [...findings, ...(await unitFindings(stack, numbers))],
  }
}

/** What happened, in words. */
export const deedsReport = ({ requests, deeds, answers, uncertain, kills, struck }: DeedsResult): string =>
  `${requests} requests for ${deeds} deeds: ${answers} certain answers, ${uncertain} uncertain ends, ${kills} deaths; ` +
  [...struck].map(([fault, times]) => `${fault} ${times}`).join(', ')

const numbersOf = ({ stories }: DeedsOptions) => Array.from({ length: stories }, (_, index) => index)

/** Starts one process after the other, until all stories are told. */
async function tellAll(keys: Keys, address: string, options: DeedsOptions) {
  const random = new Random('deaths of a server', options.seed)
  const laterExpiry = new Date(Date.now() + LATER_MS).toISOString()
  const [shortest, longest] = options.lifeMs ?? LIFE_MS
  const left = new Set(numbersOf(options))
  const lines: Line[] = []
  let kills = 0
  while (left.size > 0) {
    // A machine that is too slow for such short lives gets longer ones.
    const life = random.integer(shortest, longest) * (1 + kills / DEATHS_UNTIL_TWICE)
    const isKilled = await tell(keys, { address, laterExpiry, numbers: [...left], life }, (line) => {
      lines.push(line)
      if (line.deed === undefined) left.delete(line.number)
    })
    if (isKilled) kills += 1
  }
  return { lines, kills }
}

interface Life {
  readonly address: string
  readonly laterExpiry: string
  readonly numbers: readonly number[]
  readonly life: number
}

/** One process, in a folder of its own. @returns Whether it was killed. @throws {Error} If it fails. */
async function tell(
  keys: Keys,
  { address, laterExpiry, numbers, life }: Life,
  take: (line: Line) => void,
): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-deeds-'))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'merchant.ts'), address, JSON.stringify(numbers), laterExpiry],
    {
      cwd: folder,
      env: { PAY_MERCHANT_KEY: keys.whole, PAY_LIMITED_KEY: keys.limited },
      // It ends with this process, whose pipe closes then.
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), life)
  const code = await ended(child, take)
  clearTimeout(timer)
  await rm(folder, { recursive: true })
  if (child.signalCode === null && code !== 0) throw new Error(`the merchant's server ended with ${code}`)
  return child.signalCode !== null
}

/** A line that a killed process has not finished is no answer. */
async function ended(child: ChildProcess, take: (line: Line) => void): Promise<number | null> {
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (text) => isWhole(text) && take(JSON.parse(text)))
  const [code] = await once(child, 'close')
  return code
}

const isWhole = (text: string) => text.endsWith('}')

async function findingsOf(sandbox: Sandbox, number: number, answers: readonly Line[]): Promise<string[]> {
  const { kind, story } = storyOf(number)
  const own = answers.filter((line) => line.number === number)
  const found = [...contradictions(own), ...wrongRefusals(own, story.refused ?? {})]
  for (const [suffix, moved] of Object.entries(story.moved)) {
    const reference = referenceOf(number) + suffix
    const ledger = await sandbox.ledgerOf(reference)
    const sent = story.sent[suffix] ?? []
    found.push(...different(`money of ${reference}`, ledger.movements.map(moneyText), moved))
    found.push(...different(`requests of ${reference}`, actingRequests(ledger.requests), sent))
  }
  return found.map((what) => `${number}, ${kind}: ${what}`)
}

/** Two acceptances of one deed that are of different things. */
function contradictions(answers: readonly Line[]): string[] {
  const accepted = answers.filter((line) => !isRefusal(line))
  return [...Map.groupBy(accepted, ({ deed }) => deed)].flatMap(([deed, lines]) => {
    const said = new Set(lines.map(({ answer }) => answer))
    return said.size > 1 ? [`${deed} was answered ${[...said].join(' and ')}`] : []
  })
}

const isRefusal = ({ answer = '' }: Line) => answer.startsWith(REFUSED)

const REFUSED = 'refused: '

function wrongRefusals(
  answers: readonly Line[],
  allowed: Readonly<Record<string, readonly string[]>>,
): string[] {
  return answers.flatMap((line) => {
    const { deed = '', answer = '' } = line
    const end = isRefusal(line) ? answer.slice(REFUSED.length) : 'accepted'
    return (allowed[deed] ?? ['accepted']).includes(end) ? [] : [`${deed} was answered ${answer}`]
  })
}

const moneyText = ({ kind, amountMinor }: Movement) =>
  `${kind} ${amountMinor === 0 ? '0' : (amountMinor / 100).toFixed(2)}`

const LOOKS = ['status', 'get-card-info']

const actingRequests = (requests: readonly LedgerRequest[]) =>
  requests.map(({ operation }) => operation).filter((operation) => !LOOKS.includes(operation))

/** The order in which parallel things happen is nobody's promise. */
function different(what: string, is: readonly string[], expected: readonly string[]): string[] {
  const [one, other] = [is, expected].map((texts) => JSON.stringify([...texts].sort()))
  return one === other ? [] : [`${what}: ${one} instead of ${other}`]
}

/** Ten, five more, two fewer. */
const UNITS = 13

async function unitFindings({ addresses, secrets }: Stack, numbers: readonly number[]): Promise<string[]> {
  const products = numbers.filter((number) => storyOf(number).kind === 'units of a product').map(referenceOf)
  const headers = { Authorization: `Bearer ${secrets.merchantKey}` }
  const counts = products.map(async (product) => {
    const reply = await fetch(`${addresses.local.edge}/v1/products/${product}`, { headers })
    const { units } = (await reply.json()) as { readonly units?: number }
    return units === UNITS ? [] : [`${product} has ${units} units instead of ${UNITS}`]
  })
  return (await Promise.all(counts)).flat()
}
