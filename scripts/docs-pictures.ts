/** The pictures in README and docs: the tag as wide as on a phone, and the desk on a day that is made up. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { exampleOrder, minutesAgo, NOW } from '../desk/testing/example-orders.ts'
import { FakeDeskEdge } from '../desk/testing/fake-desk-edge.ts'
import { dayBeside, utcDayOf } from '../desk/texts/formats.ts'
import type { OrderSum } from '../shared/order-list.ts'
import { galleryPath } from '../shop/gallery/gallery-pages.ts'
import { signInAtDesk, takeGuidePictures } from './guide-pictures.ts'
import type { Addresses } from './stack/addresses.ts'

/** Where the pictures are: `<name>-<colours>.png`. */
const FOLDER = join(import.meta.dirname, '../docs/images')

/** Picture → the state of the gallery that it shows. */
const STATES = {
  offer: 'open-fields-wrong',
  'open-card': 'open-card',
  approved: 'approved-offer',
  'design-ways': 'open-ways',
  'design-declined': 'declined',
  'design-approved': 'approved',
}

/** The page, from whose width the tag has its padding, and the tag, as wide as on a phone. */
const PAGE = { width: 480, height: 900 }
const TAG_WIDTH = 'pay-checkout { inline-size: 390px }'

const AMERICAN = { locale: 'en-US', timezoneId: 'UTC' }
const BRITISH = { locale: 'en-GB', timezoneId: 'Europe/London' }

const DESK = { width: 1280, height: 600 }

/** A card form takes a moment to come. */
const SETTLE_MS = 3_000

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES
const fromNow = (minutes: number) => minutesAgo(-minutes)

/** Takes all pictures of README and docs again in one colour scheme. */
export async function takeDocsPictures(browser: Browser, addresses: Addresses, colours: 'light' | 'dark') {
  const { shop } = addresses
  const fileOf = (name: string) => join(FOLDER, `${name}-${colours}.png`)

  // The gallery's own policy would keep the width out.
  const gallery = await browser.newPage({
    ...AMERICAN,
    colorScheme: colours,
    viewport: PAGE,
    deviceScaleFactor: 2,
    bypassCSP: true,
  })
  await gallery.goto(`${shop}/${galleryPath(colours)}`, { waitUntil: 'networkidle' })
  await gallery.addStyleTag({ content: TAG_WIDTH })
  for (const [name, state] of Object.entries(STATES)) {
    const tag = gallery.locator(`#${state} pay-checkout`)
    await tag.scrollIntoViewIfNeeded()
    await gallery.waitForTimeout(SETTLE_MS)
    await tag.screenshot({ path: fileOf(name) })
  }
  await gallery.close()

  const desk = await browser.newPage({ ...BRITISH, colorScheme: colours, viewport: DESK })
  await desk.clock.setFixedTime(NOW)
  await openDesk(desk, addresses)
  await desk.screenshot({ path: fileOf('desk'), fullPage: true })
  await takeGuidePictures(desk, fileOf)
  await desk.close()
}

/** Opens the desk's overview, with made-up answers in the place of the edge's. */
async function openDesk(page: Page, addresses: Addresses) {
  await signInAtDesk(page, addresses, busyDay())
  await page.getByText('shop-1004').waitFor()
  await page.locator('desk-days').getByText('JPY').waitFor()
  await page.locator('desk-today figure').waitFor()
  // Signing in leaves the focus on the new page.
  await page.mouse.click(1, 1)
}

/** A chargeback, an open question, two holds, and a day's sums in two currencies. */
function busyDay(): FakeDeskEdge {
  const edge = new FakeDeskEdge()
  edge.isTest = true
  const add = (number: number, order: Parameters<typeof exampleOrder>[0]) =>
    edge.add(exampleOrder({ reference: `shop-${number}`, ...order }))
  add(1001, {
    ...{ description: 'Espresso machine “Classica”', amount: '489.00', status: 'charged-back' },
    chargebacks: [{ at: minutesAgo(DAY_MINUTES), amount: '489.00' }],
  })
  add(1002, {
    ...{ description: 'Grinder with burrs', amount: '129.00', status: 'unknown', needsAttention: true },
    attention: ['outcome-unknown'],
  })
  const hold = (number: number, description: string, amount: string, minutes: number) =>
    add(number, {
      ...{ intent: 'preauth', description, amount },
      hold: { amount, since: minutesAgo(DAY_MINUTES), endsAt: fromNow(minutes) },
    })
  hold(1003, 'Deposit for the barista course', '150.00', 26 * HOUR_MINUTES)
  hold(1004, 'Rental: party machine', '300.00', 5 * DAY_MINUTES)
  edge.days = busyMonth()
  edge.sums = edge.days[utcDayOf(NOW)] ?? []
  return edge
}

/** Sums of thirty days, the last of them in two currencies. */
function busyMonth(): Record<string, OrderSum[]> {
  const none = { test: true, needsAttention: 0, chargedBack: '0.00', paidOut: '0.00' }
  const euros = (taken: number, orders: number): OrderSum => ({
    ...{ ...none, currency: 'EUR', orders, paid: orders - 5, taken: taken.toFixed(2) },
    ...{ refunded: '29.80', net: (taken - 29.8).toFixed(2), held: '150.00' },
    statuses: { approved: orders - 5, declined: 5 },
  })
  const yen: OrderSum = {
    ...{ ...none, currency: 'JPY', orders: 1, paid: 1, taken: '5400', refunded: '0', net: '5400' },
    ...{ chargedBack: '0', held: '0', paidOut: '0', statuses: { approved: 1 } },
  }
  const today = utcDayOf(NOW)
  const days = Array.from({ length: 30 }, (_, ago): [string, OrderSum[]] => [
    dayBeside(today, -ago),
    ago === 0 ? [euros(1284.3, 41), yen] : [euros(700 + ((ago * 389) % 900), 30)],
  ])
  return Object.fromEntries(days)
}
