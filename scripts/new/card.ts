/** `npm run new -- card`: a further test card of the sandbox. Pure but for the cards that exist. */
import { PLAIN_CARD, TEST_CARDS } from '../../sandbox/cards/test-cards.ts'
import { type Created, type Place, quoted, type Read, replacedOnce, withEntry } from './creation.ts'

/** What the command line says of a card. */
export interface CardWish {
  readonly number: string
  /** A status with or without a code, such as `declined:51`; or a bank of the sandbox, such as `challenge`. */
  readonly outcome: string
  readonly title?: string
}

/** Status → the code and the message that the gateway gives, unless the command line has another code. */
const REFUSALS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  declined: ['100', 'Do not honour'],
  error: ['909', 'System malfunction'],
  filtered: ['102', 'Suspected fraud'],
  unknown: ['217', 'No answer from the bank'],
}

const CARDS: Place = { path: 'sandbox/cards/test-cards.ts', opening: 'export const TEST_CARDS' }
const README = 'sandbox/README.md'

/** The last row of the table of cards with a behaviour of their own. */
const END_OF_TABLE = /\n\nFor these cards, every `status` reply/

/** Adds a card that behaves in its own way, and its row in the sandbox's manual. */
export function newCard({ number: text, outcome, title }: CardWish, read: Read): Created {
  const number = text.replaceAll(/[ -]/g, '')
  const problem = numberProblem(number)
  if (problem) return problem
  const behaviour = behaviourOf(outcome)
  if (!behaviour)
    return `${outcome} is no outcome: one of ${OUTCOMES.join(', ')}, or a bank: ${banks().join(', ')}`
  const name = title ?? behaviour.title
  const value = `{ title: ${quoted(name)}, ${behaviour.code} }`
  const row = `\n| ${spaced(number)} | ${name} |`
  return {
    files: {
      [CARDS.path]: withEntry(read(CARDS.path), CARDS, { key: number, value }),
      [README]: replacedOnce(
        read(README),
        README,
        END_OF_TABLE,
        `${row}\n\nFor these cards, every \`status\` reply`,
      ),
    },
    left: [
      `See what a shopper reads: npm run dev, and pay with ${spaced(number)}.`,
      `Tell the story in e2e/: declines.wide.spec.ts has those that fail, three-ds-cards.wide.spec.ts those of 3-D Secure.`,
    ],
  }
}

function numberProblem(number: string): string {
  if (!/^\d{12,19}$/.test(number)) return `${number} is no card number: it has 12 to 19 digits`
  if (number === PLAIN_CARD || TEST_CARDS[number])
    return `${spaced(number)} is a test card already: ${TEST_CARDS[number]?.title ?? 'its security code decides'}`
  const right = withCheckDigit(number.slice(0, -1))
  return number === right ? '' : `${spaced(number)} fails the Luhn check; ${spaced(right)} passes it`
}

const OUTCOMES = ['approved', ...Object.keys(REFUSALS), 'declined:CODE']

/** Banks that some card has already: a new one is a row of its own in the sandbox first. */
const banks = () => [...new Set(Object.values(TEST_CARDS).flatMap(({ threeDs }) => threeDs ?? []))]

function behaviourOf(outcome: string): { readonly title: string; readonly code: string } | undefined {
  if (outcome === 'approved') return { title: 'approved', code: "outcome: { status: 'approved' }" }
  const bank = banks().find((name) => name === outcome)
  if (bank) return { title: `3-D Secure, ${bank}`, code: `threeDs: ${quoted(bank)}` }
  const [status = '', given] = outcome.split(':')
  const [usual, message] = Object.hasOwn(REFUSALS, status) ? (REFUSALS[status] ?? []) : []
  const errorCode = given ?? usual
  if (errorCode === undefined || message === undefined || !/^\w{1,4}$/.test(errorCode)) return undefined
  const errorMessage = quoted(errorCode === usual ? message : 'Refused by the bank')
  const fields = `status: ${quoted(status)}, errorCode: ${quoted(errorCode)}, errorMessage: ${errorMessage}`
  return { title: `${status} (${errorCode})`, code: `outcome: { ${fields} }` }
}

/** Adds the last digit, by which the Luhn check passes. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
