import { afterEach, describe, expect, it } from 'vitest'
import { DRAWING_LIMIT_MS } from '../durations.ts'
import german from '../languages/de.json'
import type { Labels } from '../languages/labels.ts'
import { servedTexts } from '../languages/served-texts.ts'
import { speaker, TEXTS } from '../screen/english-texts.ts'
import { FakeEdge } from '../testing/fake-edge.ts'
import { Checkout, FakeTab, offerOf } from '../testing/harness.ts'

const GERMAN = servedTexts(german as Parameters<typeof servedTexts>[0])

/** The fake edge’s files are no network’s, so that nothing checks them here. */
const DIGESTS = '{"de":"sha256-…"}'

const PAY = 'Zahlungspflichtig bestellen'

/** A tab whose edge has a file for German. */
function tabWith(file = GERMAN, after?: Promise<unknown>): FakeTab {
  const edge = new FakeEdge()
  edge.languages = { digests: DIGESTS, de: file }
  if (after) edge.languagesAfter = after
  return new FakeTab(edge)
}

const isDrawn = (checkout: Checkout) => checkout.buttons.length > 0

afterEach(() => document.documentElement.removeAttribute('lang'))

describe('speaker', () => {
  const texts = {
    'wrong.long': {
      one: '{count} Zeichen',
      few: '{count} znaky',
      many: '{count} znaků',
      other: '{count} znaku',
    },
  }

  it.each([
    ['1', '1 Zeichen'],
    ['3', '3 znaky'],
    ['64', '64 znaku'],
  ])('takes the plural form for %s', (count, text) => {
    expect(speaker({}, { tag: 'cs', texts })('wrong.long', { count })).toBe(text)
  })

  it('writes a count in the digits of the language', () => {
    const say = speaker({}, { tag: 'fa', texts: { 'wrong.long': '{count} نویسه' } })

    expect(say('wrong.long', { count: '50' })).toBe('\u2068۵۰\u2069 نویسه')
  })

  it('isolates a value in a language from right to left', () => {
    const say = speaker({}, { tag: 'he', texts: { support: 'קוד: {id}' } })

    expect(say('support', { id: 'SUP-1' })).toBe('קוד: \u2068SUP-1\u2069')
  })

  it.each([
    ['a Hebrew name', { seller: 'חנות 24' }, 'I agree to the terms of \u2068חנות 24\u2069.'],
    ['an Arabic name', { seller: 'متجر (1)' }, 'I agree to the terms of \u2068متجر (1)\u2069.'],
    [
      'a sum from right to left',
      { seller: '\u200f12.50' },
      'I agree to the terms of \u2068\u200f12.50\u2069.',
    ],
    ['any other', { seller: 'Ärzte & Söhne 24' }, 'I agree to the terms of Ärzte & Söhne 24.'],
  ])('isolates in a language from left to right a value that is not: %s', (_, values, written) => {
    expect(speaker({}, { tag: 'en', texts: TEXTS })('terms', values)).toBe(written)
  })

  it('isolates a value in a page’s own words from right to left', () => {
    const say = speaker({ support: 'קוד: {id}' }, { tag: 'en', texts: TEXTS })

    expect(say('support', { id: 'SUP-1' })).toBe('קוד: \u2068SUP-1\u2069')
  })

  it('prefers the page’s own words', () => {
    expect(speaker({ retry: 'Once more' }, { tag: 'en', texts: TEXTS })('retry')).toBe('Once more')
  })
})

describe('a tag on a German page', () => {
  it('is drawn in German, and marked as such', async () => {
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de-AT' }, tabWith())

    await expect.poll(() => checkout.buttons).toEqual([PAY])
    expect(checkout.root.querySelector('form')?.lang).toBe('de')
  })

  it('asks at addresses of this very build, since browsers keep them for a year', async () => {
    const tab = tabWith()
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de' }, tab)

    await expect.poll(() => checkout.buttons).toEqual([PAY])
    for (const address of tab.edge.languageAddresses)
      expect(address).toMatch(/\/v\/[\d.]+\/languages\/\w+\.json\?sha256-[\w+/]{43}=$/)
  })

  it('draws no English first, and keeps its room', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de' }, tabWith(GERMAN, come.promise))
    const [textBefore, height] = [checkout.text, checkout.element.offsetHeight]
    come.resolve()

    await expect.poll(() => checkout.buttons).toEqual([PAY])
    expect(textBefore).toBe('')
    expect(height).toBeGreaterThanOrEqual(320)
  })

  it('keeps no room where there is nothing to pay', async () => {
    const checkout = await Checkout.open({ locale: 'de' }, tabWith(GERMAN, new Promise(() => {})))

    expect(checkout.element.offsetHeight).toBe(0)
  })

  it('is drawn in English once German takes too long, and in German once that comes', async () => {
    const come = Promise.withResolvers<void>()
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de' }, tabWith(GERMAN, come.promise))

    await checkout.tab.passes(DRAWING_LIMIT_MS)
    await expect.poll(() => isDrawn(checkout)).toBe(true)
    expect(checkout.buttons.join()).toMatch(/^Continue to payment/)
    come.resolve()

    await expect.poll(() => checkout.buttons).toEqual([PAY])
  })

  it('keeps the words while the shopper is at work in the tag', async () => {
    const come = Promise.withResolvers<void>()
    const offer = offerOf({ collect: ['email'] })
    const checkout = await Checkout.open({ offer, locale: 'de' }, tabWith(GERMAN, come.promise))
    await checkout.tab.passes(DRAWING_LIMIT_MS)
    await expect.poll(() => isDrawn(checkout)).toBe(true)
    checkout.control('Email').focus()
    come.resolve()
    await come.promise
    await checkout.drawn()
    const during = checkout.buttons.join()
    checkout.control('Email').blur()

    await expect.poll(() => checkout.buttons).toEqual([PAY])
    expect(during).toMatch(/^Continue to payment/)
  })

  it.each([
    ['is missing', undefined],
    ['is no JSON', '<html>'],
  ])('is drawn in English where the file %s', async (_, file) => {
    const tab = tabWith(file)
    if (file === undefined) tab.edge.languages = { digests: DIGESTS }
    const checkout = await Checkout.open({ offer: offerOf(), locale: 'de' }, tab)

    await expect.poll(() => isDrawn(checkout)).toBe(true)
    expect(checkout.buttons.join()).toMatch(/^Continue to payment/)
    expect(checkout.root.querySelector('form')?.lang).toBe('en')
  })

  it('has the page’s own words before those of the language', async () => {
    const checkout = Checkout.make({ offer: offerOf(), locale: 'de' }, tabWith())
    checkout.element.labels = { pay: 'Kostenpflichtig kaufen' } satisfies Labels
    document.body.append(checkout.element)

    await expect.poll(() => checkout.buttons).toEqual(['Kostenpflichtig kaufen'])
  })

  it('follows the page to another language and back', async () => {
    document.documentElement.lang = 'en'
    const checkout = await Checkout.open({ offer: offerOf() }, tabWith())

    document.documentElement.lang = 'de'
    await expect.poll(() => checkout.buttons).toEqual([PAY])
    document.documentElement.lang = 'en'
    await expect.poll(() => checkout.buttons.join()).toMatch(/^Continue to payment/)
    checkout.element.locale = 'de'

    await expect.poll(() => checkout.buttons).toEqual([PAY])
  })
})
