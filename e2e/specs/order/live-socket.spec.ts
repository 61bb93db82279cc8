import { afterAll, beforeAll, expect, it } from 'vitest'
import { windowOf } from '../../engines/chromium.ts'
import { payByCard } from '../../pages/hosted-page.ts'
import { orderOf, pay, statusText } from '../../pages/shop.ts'
import { EMAIL, moneyMoved, shopper } from '../../support/shopper.ts'
import { type SocketBox, startSocketBox } from '../../support/stack/silent-socket-proxy.ts'
import { page, strangePage } from '../../support/strange-page.ts'

const { visits } = shopper()
let box: SocketBox

beforeAll(async () => {
  box = await startSocketBox()
})
afterAll(() => box.close())

it('a shopper behind a proxy that opens sockets and delivers nothing pays, and sees the approval', async () => {
  const write = ({ script, tag }: { script: string; tag: string }) => page(script, tag)
  const tab = await visits(
    await strangePage(write, { attributes: `edge="${box.origin}" presentation="popup"` }),
  )

  const popUp = await windowOf(tab, () => pay(tab, { email: EMAIL }))
  await expect.poll(() => box.opened()).toBeGreaterThan(0)
  await payByCard(popUp)

  await statusText(tab, /Thank you/)
  expect((await orderOf(tab))?.status).toBe('approved')
  expect(await moneyMoved()).toEqual(['charge 12.50 EUR'])
})
