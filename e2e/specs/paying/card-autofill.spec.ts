/** How Chromium autofills the edge's card form. For a tool, it does so in a top-level page only. */
import type { CDPSession } from 'playwright'
import { expect, it } from 'vitest'
import type { Tab } from '../../browser.ts'
import { chromiumPage, launchWholeChromium } from '../../engines/chromium.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'

const { visits } = shopper(launchWholeChromium)

const CARD = {
  number: '4444555566661111',
  name: 'Ann Example',
  expiryMonth: '1',
  expiryYear: '2039',
  cvc: '123',
}

/** Opens the frame as a page of its own, where it is its own parent, and sends it the tag's messages. */
async function openForm(): Promise<Tab> {
  const tab = await visits(`${addresses().edge}/frames/card`)
  const connect = {
    ...{ type: 'pay-checkout:connect', way: 'card', locale: 'en', direction: 'ltr' },
    ...{ canvas: 'rgb(255, 255, 255)', look: {} },
  }
  await tab.evaluate(`(() => {
    const { port1, port2 } = new MessageChannel()
    self.said = []
    port1.onmessage = ({ data }) => said.push(data)
    postMessage(${JSON.stringify(connect)}, location.origin, [port2])
  })()`)
  await tab.text('#number')
  return tab
}

/** Has Chromium's autofill fill the form in from one of its fields. */
async function fillIn(tab: Tab, name: string): Promise<void> {
  const session = await chromiumPage(tab).context().newCDPSession(chromiumPage(tab))
  await session.send('Autofill.enable')
  // Chromium notices a form a moment after it was drawn, and refuses until then.
  await expect.poll(() => trigger(session, name)).toBe('')
}

async function trigger(session: CDPSession, name: string): Promise<string> {
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `#${name}` })
  const { node } = await session.send('DOM.describeNode', { nodeId })
  return session.send('Autofill.trigger', { fieldId: node.backendNodeId, card: CARD }).then(
    () => '',
    (error: Error) => error.message,
  )
}

it.each(['number', 'expiry', 'holder'])(
  'Chromium fills the whole form in from the field %s',
  async (name) => {
    const tab = await openForm()

    await fillIn(tab, name)

    await tab.text('#number', /^4444 5555 6666 1111$/)
    await tab.text('#expiry', /^01\/39$/)
    await tab.text('#holder', /^Ann Example$/)
    await tab.text('#code', /^123$/)
    await expect.poll(() => tab.evaluate('said.at(-1)')).toMatchObject({ isComplete: true, brand: 'visa' })
  },
)
