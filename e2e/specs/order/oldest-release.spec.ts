import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { chromiumPage } from '../../engines/chromium.ts'
import { oldestRelease } from '../../support/page-libraries.ts'
import { shopper } from '../../support/shopper.ts'
import { addresses } from '../../support/stack/stack.ts'
import { page, paysForTheMug, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()

const DIGESTS = fileURLToPath(new URL('../../../releases/0.1.0.json', import.meta.url))

it('the oldest tag that a page may have pinned pays at this edge', async () => {
  const { files } = JSON.parse(await readFile(DIGESTS, 'utf8'))
  const body = await oldestRelease()
  const url = `${addresses().edge}/v/0.1.0/pay-checkout.js`
  // The browser runs it only if it has the digest of the release.
  const script = `<script type="module" src="${url}" integrity="${files['pay-checkout.js']}" crossorigin="anonymous"></script>`
  const address = await strangePage(({ tag }) => page(script, tag))
  const tab = await visits(`${addresses().shop}/thanks.html`)
  const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }
  await chromiumPage(tab).route(url, (route) => route.fulfill({ headers, body }))
  await chromiumPage(tab).goto(address)

  await paysForTheMug(tab)

  expect(await tab.evaluate<string>(`document.querySelector('pay-checkout').order.status`)).toBe('approved')
})
