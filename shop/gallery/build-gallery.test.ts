import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOfferKey } from '../../cli/keys.ts'
import type { OrderView } from '../../shared/order-view.ts'
import { TEXTS } from '../../widget/screen/english-texts.ts'
import { BRAND_THEMES } from '../../widget/theme/brand-themes.ts'
import { buildGallery } from './build-gallery.ts'
import { type GalleryState, isAlone } from './state.ts'
import { GALLERY_STATES } from './states.ts'
import { BY_STATUS } from './states-by-status.ts'

const EDGE = 'http://pay.localhost:8787'
const ORIGIN = 'http://shop.localhost:5173'
const NOON = Date.UTC(2027, 0, 15, 12)

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-gallery-'))
  await mkdir(join(folder, 'frames'))
  await writeFile(join(folder, 'frames/card.js'), '"card"')
  const places = { out: join(folder, 'out'), frames: join(folder, 'frames') }
  await buildGallery({ edge: EDGE, origin: ORIGIN, key: await makeOfferKey('ES256'), now: NOON, ...places })
})

afterAll(() => rm(folder, { recursive: true }))

const file = (path: string) => readFile(join(folder, 'out', path), 'utf8')

/** The attributes of an element. */
const attributesOf = (markup: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...markup.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

/** The attributes of a state's tag, as markup. */
async function tagOf(name: string, page = 'gallery.html') {
  const [, attributes] =
    new RegExp(`id="${name}"[\\s\\S]*?<pay-checkout([^>]*)>`).exec(await file(page)) ?? []
  return attributes
}

describe('the states of the gallery', () => {
  it('have unique names that suit files and addresses', () => {
    const names = GALLERY_STATES.map(({ name }) => name)

    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*$/.test(name))).toEqual([])
  })

  it('are in the gallery for every status', () => {
    const shown = new Set(GALLERY_STATES.map(({ order }) => order?.status))

    expect(['open', ...Object.keys(BY_STATUS)].filter((status) => !shown.has(status as never))).toEqual([])
  })

  it.each(Object.entries(BY_STATUS))('show %s by an order that stands so', (status, { order }) => {
    expect(order?.status).toBe(status)
  })

  it('show no attempt in a status that only an order can have', () => {
    const ofOrders = ['open', 'cancelled', 'expired', 'captured', 'voided', 'returned']
    const hasSuch = ({ order }: GalleryState) =>
      order?.attempts.some(({ status }) =>
        [...ofOrders, 'partially-returned', 'charged-back'].includes(status),
      )

    expect(GALLERY_STATES.filter(hasSuch).map(({ name }) => name)).toEqual([])
  })

  const keys = Object.keys(TEXTS)
  const refusals = keys.filter((key) => /^(error|broken)\.|^(?!wrong).*\.long$/.test(key))
  const rare = ['offline', 'elsewhere', 'person', 'leaving', 'empty.cart', 'again', 'again.order', 'restart']

  it.each([...refusals, ...rare])('show the text %s', (key) => {
    expect(GALLERY_STATES.filter(({ shows }) => shows === key).map(({ name }) => name)).not.toEqual([])
  })

  it('have unique headings', () => {
    const titles = GALLERY_STATES.map(({ title }) => title)

    expect(new Set(titles).size).toBe(titles.length)
  })
})

describe('the pages of the gallery', () => {
  it.each(['gallery.html', 'gallery-light.html', 'gallery-dark.html'])(
    'show every state on %s',
    async (page) => {
      const text = await file(page)

      expect(GALLERY_STATES.filter(({ name }) => !text.includes(`id="${name}"`))).toEqual([])
    },
  )

  it('show states that cover the page on their own pages', async () => {
    expect(GALLERY_STATES.filter(isAlone).map(({ name }) => name)).toContain('challenge')
    expect(await tagOf('challenge', 'gallery-challenge-dark.html')).toContain('session="challenge.gallery"')
    expect(await file('gallery.html')).toContain('href="gallery-challenge.html"')
  })

  it('use the colours in their names', async () => {
    const pages = await Promise.all(
      ['gallery', 'gallery-light', 'gallery-dark'].map((name) => file(`${name}.html`)),
    )

    expect(pages.map((text) => /<html lang="en"([^>]*)>/.exec(text)?.[1])).toEqual([
      '',
      ' data-theme="light"',
      ' data-theme="dark"',
    ])
  })

  it('allow the shop itself to answer, to be framed, and to run its switches, besides the edge', async () => {
    const text = await file('gallery.html')

    expect(text).toContain(`connect-src 'self' ${EDGE} ws://pay.localhost:8787; frame-src 'self' ${EDGE};`)
    expect(text).toContain(`default-src 'none'; script-src 'self' ${EDGE};`)
  })

  it('have no inline script or style', async () => {
    expect(await file('gallery.html')).not.toMatch(
      /<style|\sstyle=|\son[a-z]+=|<script(?![^>]* src="(http|\/(gallery|cart)\.js"))/,
    )
  })

  it('have the switches before the tag, which begins in the chosen language', async () => {
    const text = await file('gallery-dark.html')

    expect(text.indexOf('/gallery.js')).toBeLessThan(text.indexOf('/pay-checkout.js'))
    expect(text).toContain('<select name="language"')
  })

  describe('with the theme editor', () => {
    /** Token → the control that edits it, as markup. */
    const controls = async (): Promise<Readonly<Record<string, string>>> => {
      const page = await file('gallery-looks.html')
      const found = page.matchAll(/<select name="([\w-]+)"[\s\S]*?<\/select>|<input name="([\w-]+)"[^>]*>/g)
      return Object.fromEntries([...found].map(([control, choice, input]) => [choice ?? input, control]))
    }

    it.each(Object.entries(BRAND_THEMES))('can show every token of the theme %s', async (_, { tokens }) => {
      const shown = await controls()

      for (const [token, value] of Object.entries(tokens)) {
        const control = shown[token] ?? ''
        const { max, min, 'data-unit': unit } = attributesOf(control)
        if (control.startsWith('<select'))
          expect(control).toContain(`value="${value.replaceAll('"', '&quot;')}"`)
        else if (max) {
          expect(value).toBe(`${Number.parseFloat(value)}${unit ?? ''}`)
          expect(Number.parseFloat(value)).toBeGreaterThanOrEqual(Number(min))
          expect(Number.parseFloat(value)).toBeLessThanOrEqual(Number(max))
        } else expect(value).toMatch(/^#[\da-f]{6}$/)
      }
    })

    it('begin with a colour, a typeface and corners; the rest is folded', async () => {
      const page = await file('gallery-looks.html')
      const [first = ''] = /<form class="editor"[\s\S]*?<details>/.exec(page) ?? []

      expect([...first.matchAll(/<(?:input|select) name="([\w-]+)"/g)].map(([, name]) => name)).toEqual([
        'accent',
        'font',
        'radius',
      ])
    })
  })
})

describe('the files that answer the tags in place of the edge', () => {
  it('contain every order under its id, which is mostly the name of its state', async () => {
    for (const { name, order, lacksFrames, asksTerms } of GALLERY_STATES.filter((state) => state.order)) {
      const place = lacksFrames ? 'gallery/bare' : asksTerms ? 'gallery/terms' : 'gallery'
      const view: OrderView = JSON.parse(await file(`${place}/v1/orders/${order?.id ?? name}.json`))

      expect(view).toMatchObject({ id: name, ...order })
    }
  })

  it('ask for terms in the states that are about them alone', async () => {
    const required = await Promise.all(
      ['gallery', 'gallery/bare', 'gallery/terms'].map(
        async (place) => JSON.parse(await file(`${place}/v1/settings.json`)).merchant.termsRequired,
      ),
    )

    expect(required).toEqual([undefined, undefined, true])
  })

  it('are where the tags send their requests', async () => {
    expect(await tagOf('approved')).toBe(` edge="${ORIGIN}/gallery" session="approved.gallery"`)
    expect(await tagOf('open-card-missing')).toContain(`edge="${ORIGIN}/gallery/bare"`)
    expect(await tagOf('session-invalid')).not.toContain('edge=')
  })

  it('have the edge’s script for fields in a page that talks to this shop', async () => {
    const page = await file('gallery/frames/card.html')

    expect(page).toContain(`data-origins="[&quot;${ORIGIN}&quot;]"`)
    expect(page).toContain('<script type="module" src="/gallery/frames/card.js">')
    expect(await file('gallery/frames/card.js')).toBe('"card"')
  })

  it('have that page in other languages, as the edge has', async () => {
    const page = await file('gallery/frames/ar/card.html')

    expect(page).toMatch(/<html lang="ar" dir="rtl" data-texts="\{&quot;number&quot;:&quot;رقم البطاقة/)
  })

  it('lead to a bank of this shop, in a frame and as a page', async () => {
    const { action }: OrderView = JSON.parse(await file('gallery/v1/orders/challenge.json'))

    const steps = `${ORIGIN}/gallery/steps`
    expect(action).toEqual({
      ...{ type: 'challenge', url: `${steps}/bank.html` },
      frame: `${steps}/bank-frame.html`,
    })
    expect(await file('gallery/steps/bank-frame.html')).toContain('src="/gallery/steps/bank.html"')
  })

  it('have no expired offer but the one that must be refused', async () => {
    const ends = await Promise.all(
      ['open-amount', 'offer-expired'].map(async (name) => {
        const [, offer = ''] = /offer="([^"]+)"/.exec((await tagOf(name)) ?? '') ?? []
        return (decodeJwt(offer).exp ?? 0) * 1000 > NOON
      }),
    )

    expect(ends).toEqual([true, false])
  })
})
