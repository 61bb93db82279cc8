import { describe, expect, it } from 'vitest'
import { ask, EDGE } from '../testing/edge.ts'

const GERMAN = {
  pages: { 'pay.again': 'Erneut versuchen', 'title.seller': 'Bei {seller} bezahlen', 'title.card': 'Karte' },
  fields: { number: 'Kartennummer' },
  check: {},
}

/** The files beside the Worker: German alone. */
const ASSETS = {
  fetch: async (url: string) =>
    url === `${EDGE}/page-texts/de.json` ? Response.json(GERMAN) : new Response('', { status: 404 }),
}

const show = async (path: string, accepted = '', assets: object = ASSETS) => {
  const reply = await ask(path, { headers: { 'Accept-Language': accepted } }, { ASSETS: assets })
  return { headers: reply.headers, text: await reply.text() }
}

const languageOf = (page: string) => /<html lang="([\w-]+)" dir="(\w+)"/.exec(page)?.slice(1).join(' ')

describe('a page of the edge', () => {
  it.each([
    ['the tag’s language', '/frames/card?lang=de', 'en', 'de ltr'],
    ['the tag’s English, whatever the browser prefers', '/frames/card?lang=en', 'de', 'en ltr'],
    ['the browser’s language', '/pay', 'de-AT,de;q=0.9,en;q=0.8', 'de ltr'],
    ['the first language that the edge has', '/pay', 'sw, de;q=0.5', 'de ltr'],
    ['English before a later wish', '/pay', 'en-GB, de;q=0.5', 'en ltr'],
    ['English for a browser that says nothing', '/pay', '', 'en ltr'],
    ['English for any language', '/pay', '*', 'en ltr'],
    ['English for what is no language', '/pay?lang=../../x', '"><script>', 'en ltr'],
  ])('has %s', async (_, path, accepted, language) => {
    expect(languageOf((await show(path, accepted)).text)).toBe(language)
  })

  it('has its words in that language, and depends on the header', async () => {
    const { text, headers } = await show('/pay', 'de')

    expect(text).toContain('>Erneut versuchen<')
    expect(headers.get('Vary')).toContain('Accept-Language')
  })

  it('hands the texts to the script of a frame, as a text', async () => {
    const { text } = await show('/frames/card?lang=de')

    expect(text).toContain('data-texts="{&quot;number&quot;:&quot;Kartennummer&quot;}"')
    expect(text).toContain('<title>Karte ·')
  })

  it.each([
    ['is missing', { fetch: async () => new Response('', { status: 404 }) }],
    ['cannot be read', { fetch: () => Promise.reject(new Error('gone')) }],
    ['is no JSON', { fetch: async () => new Response('<html>') }],
  ])('is English where the file %s', async (_, assets) => {
    const { text } = await show('/frames/card?lang=de', '', assets)

    expect(languageOf(text)).toBe('en ltr')
    expect(text).not.toContain('data-texts')
  })
})
