/** What the limits let through of somebody who pays small sums, so that the edge mails receipts to people whom it names. */
import { beforeEach, describe, expect, it } from 'vitest'
import { ends, limited, limitedGateway, passes, shopperAt, shortly } from '../testing/limits.ts'
import { CARD } from '../testing/orders.ts'
import { ScriptedMailbox } from '../testing/scripted-mailbox.ts'

limitedGateway()

const NETWORK = '203.0.113.20'

/** More than any budget lets one card, one address or one network fail. */
const MANY = 12

let mailbox: ScriptedMailbox

beforeEach(() => {
  mailbox = new ScriptedMailbox()
  limited({}, mailbox.settings())
})

/** Somebody pays for many people, one after the other. @returns The answers that were not `ok`. */
async function paysForMany(card: typeof CARD): Promise<string[]> {
  const answers: string[] = []
  for (let person = 0; person < MANY; person += 1) {
    const shopper = await shopperAt(NETWORK)
    const answer = await shortly(shopper, 'card', { card })
    answers.push(answer)
    if (answer === 'ok') await ends(shopper, card.cvv === CARD.cvv ? 'approved' : 'declined')
    passes(10_000)
  }
  return answers.filter((answer) => answer !== 'ok')
}

describe('receipts of a stranger who names other people', () => {
  it('are one for each payment, since no budget counts a card that pays', async () => {
    expect(await paysForMany(CARD)).toEqual([])

    await expect.poll(() => mailbox.sent.length).toBe(MANY)
    expect(new Set(mailbox.sent.map(({ to }) => to)).size).toBe(MANY)
  })

  it('are none of cards that do not pay, which the budgets stop', async () => {
    const refused = await paysForMany({ ...CARD, cvv: '999' })

    expect(refused.length).toBeGreaterThan(0)
    expect(mailbox.sent).toEqual([])
  })
})
