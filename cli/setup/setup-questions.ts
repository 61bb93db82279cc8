/** What `setup` asks, by a flag or at the terminal, and which answers are right. Pure. */
import { EXPONENTS } from '../../shared/currencies.ts'
import { METHODS } from '../../shared/order-values.ts'
import { isPlain } from '../../shared/plain-text.ts'

/** The answers, as they were typed. */
export interface SetupAnswers {
  readonly publicUrl?: string
  readonly gatewayUrl?: string
  readonly login?: string
  readonly endpoint?: readonly string[]
  readonly group?: readonly string[]
  readonly scheme?: readonly string[]
  readonly origin?: readonly string[]
  readonly merchantName?: string
  readonly method?: readonly string[]
  readonly webhook?: string
  readonly notifyEmail?: string
  readonly desk?: string
  readonly jurisdiction?: string
}

/** Callback and return addresses begin with it, and the gateway accepts at most 128 characters. */
const MAX_PUBLIC_URL = 53

const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$)/

/** Node 20 has no URL.parse. */
const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

const isOrigin = (text: string) => urlOf(text)?.origin === text

const isHttps = (text: string) => urlOf(text)?.protocol === 'https:'

const isAddress = (text: string) => {
  const { username = '', password = '' } = urlOf(text) ?? {}
  return (isHttps(text) || LOCAL.test(text)) && !username && !password
}

/** `1001`, or `EUR=1001`. */
const TARGET = /^(?:([A-Z]{3})=)?(\d{1,19})$/

const isTarget = (text: string) => {
  const [, currency] = TARGET.exec(text) ?? ['', 'none']
  return currency === undefined || EXPONENTS.has(currency)
}

/** The operations for which the gateway's specification names no scheme, and the schemes that there are. */
const OPEN_OPERATIONS = ['get-card-info', 'payment-form', 'payout-form', 'payout-pay']
const SCHEMES = ['control', 'hmac-sha1', 'rsa-sha256']

const isScheme = (text: string) => {
  const [operation = '', scheme = '', ...rest] = text.split('=')
  return OPEN_OPERATIONS.includes(operation) && SCHEMES.includes(scheme) && rest.length === 0
}

/** One question. */
export interface SetupQuestion {
  readonly name: keyof SetupAnswers
  readonly flag: string
  /** For the terminal. Absent: only the flag asks it. */
  readonly text?: string
  readonly example?: string
  /** What each answer must be. */
  readonly must: string
  readonly isRight: (answer: string) => boolean
}

/** Every question, in the order in which they are asked. */
export const QUESTIONS: readonly SetupQuestion[] = [
  {
    name: 'publicUrl',
    flag: '--public-url',
    text: 'The edge’s own address, on a domain of yours',
    example: 'https://pay.example.com',
    must: `must be an https origin of at most ${MAX_PUBLIC_URL} characters, such as https://pay.example.com`,
    isRight: (text) => isHttps(text) && isOrigin(text) && text.length <= MAX_PUBLIC_URL,
  },
  {
    name: 'gatewayUrl',
    flag: '--gateway-url',
    text: 'The gateway’s address, up to /api',
    example: 'https://gate.example.com/paynet',
    must: 'must be the gateway’s https address up to /api, without a slash at the end',
    isRight: (text) => isAddress(text) && !text.endsWith('/') && !/[?#]/.test(text),
  },
  {
    name: 'login',
    flag: '--login',
    text: 'Your merchant login at the gateway',
    must: 'must have 1 to 20 characters',
    isRight: (text) => text.length >= 1 && text.length <= 20,
  },
  {
    name: 'endpoint',
    flag: '--endpoint',
    text: 'Endpoint ids, such as 1001, or by currency: EUR=1001 USD=1002 (empty: you have a group)',
    must: 'must be an id such as 1001, or one for a currency such as EUR=1001',
    isRight: isTarget,
  },
  {
    name: 'group',
    flag: '--group',
    text: 'Endpoint group ids, likewise (empty: none)',
    must: 'must be an id such as 7, or one for a currency such as EUR=7',
    isRight: isTarget,
  },
  {
    name: 'scheme',
    flag: '--scheme',
    must: `must be one of ${OPEN_OPERATIONS.join(', ')}, = and one of ${SCHEMES.join(', ')}`,
    isRight: isScheme,
  },
  {
    name: 'origin',
    flag: '--origin',
    text: 'Origins of your shop’s pages (empty: payment links only)',
    example: 'https://shop.example.com',
    must: 'must be an https origin, such as https://shop.example.com',
    isRight: (text) => isHttps(text) && isOrigin(text),
  },
  {
    name: 'merchantName',
    flag: '--merchant-name',
    text: 'Your shop’s name, for shoppers (empty: none)',
    must: 'must have 1 to 64 characters on one line',
    isRight: (text) => text.trim().length >= 1 && text.trim().length <= 64 && isPlain(text),
  },
  {
    name: 'method',
    flag: '--method',
    must: `must be one of ${METHODS.join(', ')}`,
    isRight: (text) => (METHODS as readonly string[]).includes(text),
  },
  {
    name: 'webhook',
    flag: '--webhook',
    must: 'must be an https address',
    isRight: (text) => isAddress(text),
  },
  {
    name: 'notifyEmail',
    flag: '--notify-email',
    text: 'Who gets a mail of important outcomes: an address that you verified at Cloudflare (empty: nobody)',
    example: 'orders@example.com',
    must: 'must be an e-mail address',
    isRight: (text) => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text) && text.length <= 254,
  },
  {
    name: 'desk',
    flag: '--desk',
    text: 'The merchant’s desk at /desk, for people who see and refund payments: on or off (empty: off)',
    example: 'on',
    must: 'must be on or off',
    isRight: (text) => ['on', 'off'].includes(text),
  },
  {
    name: 'jurisdiction',
    flag: '--jurisdiction',
    must: 'must be none, eu or fedramp',
    isRight: (text) => ['none', 'eu', 'fedramp'].includes(text),
  },
]

/** A question whose answer is a list, separated by blanks at the terminal. */
const LISTS = [
  'endpoint',
  'group',
  'scheme',
  'origin',
  'method',
] as const satisfies readonly (keyof SetupAnswers)[]

export const isList = (name: keyof SetupAnswers) => (LISTS as readonly string[]).includes(name)

/** Names every answer that is wrong; one sentence each, and no value of any. */
export const problemsIn = (answers: SetupAnswers): string[] =>
  QUESTIONS.flatMap(({ name, flag, must, isRight }) => {
    const given = answers[name]
    const all = given === undefined ? [] : [given].flat()
    return all.every(isRight) ? [] : [`${flag}: ${must}`]
  })

/** Splits `EUR=1001` into currency and id; the currency of `1001` is `*`, which stands for all others. */
export function targetOf(text: string): readonly [currency: string, id: string] {
  const [, currency = '*', id = ''] = TARGET.exec(text) ?? []
  return [currency, id]
}
