/**
 * A merchant's server: a process that tells stories until it has told them all, or is killed. It stores nothing; each certain
 * answer is a line of what it prints.
 *
 * `node merchant.ts ADDRESS NUMBERS LATER_EXPIRY`, with its keys in PAY_MERCHANT_KEY and PAY_LIMITED_KEY.
 */
import process from 'node:process'
import { isPayError, merchantClient, shopperClient } from '../../packages/server/src/server.ts'
import { forEach } from '../pool.ts'
import { referenceOf, storyOf, type Teller } from './stories.ts'

/** One certain answer, or the end of a story. */
export interface Line {
  readonly number: number
  /** Absent at the end of the story. */
  readonly deed?: string
  /** What the answer says that must never change: whose it is, or why not. */
  readonly answer?: string
  /** How often the deed was uncertain before. */
  readonly uncertain?: number
}

const STORIES_AT_ONCE = 40

/** So impatient that some deeds stay uncertain, and are called again. */
const IMPATIENCE = { timeoutMs: 1500, patienceMs: 2500 }

const [edge = '', numbers = '[]', laterExpiry = ''] = process.argv.slice(2)
const options = { edge, ...IMPATIENCE }
const pay = merchantClient({ ...options, key: process.env.PAY_MERCHANT_KEY ?? '' })
const limited = merchantClient({ ...options, key: process.env.PAY_LIMITED_KEY ?? '' })

const print = (line: Line) => process.stdout.write(`${JSON.stringify(line)}\n`)

function tellerOf(number: number): Teller {
  return {
    ...{ pay, limited },
    ...{ reference: referenceOf(number), laterExpiry },
    deed: (name, act) => untilCertain(number, name, act),
    shopper: ({ order, token }) => {
      const page = shopperClient({ ...options, token })
      return { pay: (request) => page.payOrder(order, request) }
    },
  }
}

async function untilCertain<Answer>(number: number, deed: string, act: () => Promise<Answer>) {
  for (let uncertain = 0; ; uncertain += 1) {
    try {
      const answer = await act()
      print({ number, deed, answer: identityOf(answer), uncertain })
      return answer
    } catch (error) {
      if (!isPayError(error)) throw error
      if (error.code === 'uncertain') continue
      print({ number, deed, answer: `refused: ${error.code}`, uncertain })
      return undefined
    }
  }
}

/** The order, card or product of an answer, and which follow-up it is. */
function identityOf(answer: unknown): string {
  const { id, order, followUp, cardRef } = answer as {
    readonly id?: string
    readonly order?: { readonly id: string }
    readonly followUp?: { readonly number: number }
    readonly cardRef?: string
  }
  return [id ?? order?.id ?? cardRef, followUp && `follow-up ${followUp.number}`].filter(Boolean).join(' ')
}

// It ends with the process that started it.
process.stdin.on('end', () => process.exit(1)).resume()

await forEach(JSON.parse(numbers) as number[], STORIES_AT_ONCE, async (number) => {
  await storyOf(number).story.tell(tellerOf(number))
  print({ number })
})
process.exit()
