/** What a merchant who sets `termsRequired` asks of shoppers. */
import { describe, expect, it } from 'vitest'
import type { Merchant } from '../../shared/http-bodies.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { LOAD_LIMIT_MS } from '../durations.ts'
import { FakeWindow } from '../testing/fake-window.ts'
import { Checkout, FakeTab, offerOf, PAGE, viewToken } from '../testing/harness.ts'

const TERMS = 'https://shop.example.com/terms'
const SELLER: Merchant = { name: 'Heather Hill', terms: TERMS, termsRequired: true }
const AGREE = 'I agree to the terms of Heather Hill.'
const MISSED = 'Please agree to the terms first.'

function tabOf(merchant: Merchant = SELLER): FakeTab {
  const tab = new FakeTab()
  tab.edge.settings = { ...tab.edge.settings, merchant }
  return tab
}

async function asking(attributes: Record<string, string> = {}, tab = tabOf()): Promise<Checkout> {
  const checkout = await Checkout.open({ offer: offerOf(), locale: 'en-IE', ...attributes }, tab)
  await checkout.reads(AGREE)
  return checkout
}

const box = (checkout: Checkout) => checkout.control(AGREE) as HTMLInputElement

/** The tag's answer to a click that it does not carry out comes in a task of its own. */
async function pressed(checkout: Checkout) {
  checkout.press('Continue to payment')
  await expect.poll(() => checkout.wrong(AGREE)).toBe(MISSED)
}

it('that do not arrive keep nobody from paying', async () => {
  const tab = tabOf()
  tab.edge.settingsAfter = new Promise(() => {})
  const offer = offerOf({ methods: ['hosted'] })
  const checkout = await Checkout.open({ offer, locale: 'en-IE' }, tab)

  checkout.press('Continue to payment')
  await tab.passes(LOAD_LIMIT_MS)

  await expect.poll(() => checkout.edge.payments).toHaveLength(1)
})

describe('terms that the merchant requires', () => {
  it('are linked beside a checkbox without a tick', async () => {
    const checkout = await asking()

    const { checked, required, ariaInvalid } = box(checkout)
    expect({ checked, required, ariaInvalid }).toEqual({
      checked: false,
      required: true,
      ariaInvalid: 'false',
    })
    const link = checkout.root.querySelector('a')
    expect(link).toMatchObject({ href: TERMS, target: '_blank', innerText: 'Read the terms' })
  })

  it('are to be agreed to before anything is sent', async () => {
    const checkout = await asking()

    await pressed(checkout)

    expect(checkout.root.activeElement).toBe(box(checkout))
    expect(box(checkout).ariaInvalid).toBe('true')
    expect(checkout.outcomes).toEqual(['pay-ready'])
    expect(checkout.edge.payments).toEqual([])
  })

  it('are agreed to by a tick, which takes the error away', async () => {
    const checkout = await asking()
    await pressed(checkout)

    box(checkout).click()

    await expect.poll(() => checkout.wrong(AGREE)).toBe('')
    checkout.press('Continue to payment')
    await checkout.reads('Preparing your payment')
    expect(checkout.edge.payments[0]?.body.customer).toEqual({})
  })

  it('are missed together with other fields, the first of which gets the focus', async () => {
    const checkout = await asking({ offer: offerOf({ collect: ['email'] }) })

    await pressed(checkout)

    expect(checkout.wrong('Email')).toBe('Enter an email address like name@example.com.')
    expect(checkout.root.activeElement).toBe(checkout.control('Email'))
  })

  it('stay agreed to after a decline, also once the page was loaded again', async () => {
    const offer = offerOf()
    const checkout = await asking({ offer })
    box(checkout).click()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing your payment')
    await checkout.told({
      status: 'declined',
      error: { code: 'declined', recoverable: true, supportId: 'S' },
    })

    await expect.poll(() => box(checkout).checked).toBe(true)
    checkout.element.remove()
    const loaded = await asking({ offer }, new FakeTab(checkout.edge))
    expect(box(loaded).checked).toBe(true)
  })

  it('are to be agreed to again for another order', async () => {
    const checkout = await asking()
    box(checkout).click()
    checkout.press('Continue to payment')
    await checkout.reads('Preparing your payment')
    await checkout.told({ status: 'approved', methods: [] })

    checkout.press('Buy again')

    await checkout.reads(AGREE)
    expect(box(checkout).checked).toBe(false)
  })

  it.each([
    ['before they are known to be required', 'redirect', 0],
    ['in a window, which closes', 'popup', 1],
  ])('stop a click %s', async (_, presentation, opened) => {
    const tab = tabOf()
    const settings = Promise.withResolvers<void>()
    tab.edge.settingsAfter = settings.promise
    const windows = { opened: 0, closed: 0 }
    const close = () => {
      windows.closed += 1
    }
    tab.openPopUp = () => {
      windows.opened += 1
      return Object.assign(new FakeWindow(), { close }) as unknown as Window
    }
    const offer = offerOf({ methods: ['hosted'] })
    const checkout = await Checkout.open({ offer, locale: 'en-IE', presentation }, tab)

    checkout.press('Continue to payment')
    settings.resolve()

    await checkout.reads(MISSED)
    expect(tab.edge.payments).toEqual([])
    expect(windows).toEqual({ opened, closed: opened })
  })

  it.each<[string, Partial<OrderView>, (id: string) => [href: string, session: string]]>([
    ['who gets money', { intent: 'payout', methods: ['payout-page'] }, (id) => [PAGE, `${id}.pay.1`]],
    ['who may only look', { status: 'declined' }, (id) => [`${PAGE}#pay-order=${id}.${viewToken()}`, '']],
  ])('are not shown to a shopper %s', async (_, view, placeOf) => {
    const tab = tabOf()
    const [href, session] = placeOf(tab.edge.add(view).id)
    tab.href = href

    const checkout = await Checkout.open({ session, locale: 'en-IE' }, tab)

    await checkout.reads('Heather Hill')
    expect(checkout.text).not.toContain('I agree')
  })

  it('are not asked about by a merchant who only has some', async () => {
    const checkout = await Checkout.open({ offer: offerOf() }, tabOf({ name: 'Heather Hill', terms: TERMS }))

    await checkout.reads('Heather Hill')
    expect(checkout.text).not.toContain('I agree')
  })
})
