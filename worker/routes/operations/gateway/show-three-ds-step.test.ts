import { describe, expect, it } from 'vitest'
import { threeDsUrl } from '../../../config/signed-urls.ts'
import type { Step } from '../../../order/model/state.ts'
import { ask, config, SHOP, scriptedOrders } from '../../testing/edge.ts'

const id = 'F'.repeat(32)

const METHOD = { type: 'method', url: 'https://bank.example/m', serverTransactionId: 't-1' } as const
const CHALLENGE = { type: 'challenge', url: 'https://bank.example/acs', creq: 'c' } as const
const REDIRECT = { type: 'redirect', url: 'https://gate.example/acs?a=1' } as const

/** Opens the page of a step, whose address the tag gives its language. */
async function show(step: Partial<Step>) {
  const { ORDERS } = scriptedOrders({
    openStep: { returnUrl: SHOP, step: { since: 1, address: 'a', ...step } },
  })
  const texts = { pages: { 'bank.text': 'Weiter zur Bank', 'bank.method': 'Die Bank prüft' } }
  const ASSETS = { fetch: async () => Response.json({ ...texts, fields: {}, check: {} }) }
  const address = await threeDsUrl(config, 'step', { orderId: id, attempt: 2 })
  return ask(`${address}?lang=de`, {}, { ORDERS, ASSETS })
}

describe('the full page of a step', () => {
  it.each([
    [METHOD, 'Die Bank prüft'],
    [CHALLENGE, 'Weiter zur Bank'],
  ])('is in the language that the tag names after its key: %o', async (step, words) => {
    const response = await show(step)

    const text = await response.text()
    expect(text).toContain('<html lang="de" dir="ltr">')
    expect(text).toContain(words)
    expect(text).not.toContain('?lang=de')
  })

  it('tells no gateway of that language', async () => {
    const response = await show(REDIRECT)

    expect(response.headers.get('Location')).toBe(REDIRECT.url)
  })
})
