import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MUG, PRICE } from '../testing/offer-flags.ts'
import { NOW, run } from '../testing/terminal.ts'

let folder: string
let key: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-offer-'))
  key = join(folder, 'key.json')
})

afterEach(() => rm(folder, { recursive: true }))

const withKey = () => run('keys', '--out', key)

describe('pay-checkout offer', () => {
  it('signs claims that are given as flags', async () => {
    await withKey()

    const { printed } = await run(
      'offer',
      '--key',
      key,
      ...MUG,
      ...PRICE,
      '--quantity',
      '1-5',
      '--limit',
      '3',
      '--act',
      'invoice',
    )

    expect(decodeJwt(printed)).toMatchObject({
      ...{ iat: NOW, exp: NOW + 30 * 86_400, intent: 'sale', amount: '12.50', limit: 3, act: 'invoice' },
      quantity: { min: 1, max: 5 },
    })
  })

  it('signs a file of claims, with flags taking precedence', async () => {
    await withKey()
    const claims = join(folder, 'claims.json')
    const file = {
      aud: 'https://pay.example.com',
      exp: NOW + 60,
      item: 'gift',
      description: 'Gift',
      currency: 'EUR',
    }
    await writeFile(claims, JSON.stringify({ ...file, min: '5', max: '50' }))

    const { printed } = await run(
      'offer',
      '--key',
      key,
      '--claims',
      claims,
      '--no-settings',
      '--max',
      '80',
      '--suggested',
      '10',
    )

    expect(decodeJwt(printed)).toMatchObject({
      item: 'gift',
      min: '5.00',
      max: '80.00',
      suggested: ['10.00'],
    })
  })

  it('reads the end of an offer as a date', async () => {
    await withKey()

    const { printed } = await run(
      'offer',
      '--key',
      key,
      ...MUG,
      ...PRICE,
      '--expires',
      '2027-06-01T00:00:00Z',
    )

    expect(decodeJwt(printed).exp).toBe(Date.UTC(2027, 5, 1) / 1000)
  })

  it('prints no offer and names each problem on a line of its own', async () => {
    await withKey()

    const { code, printed, told } = await run(
      'offer',
      '--key',
      key,
      ...MUG,
      '--currency',
      'EUR',
      '--limit',
      'two',
    )

    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(told).toEqual([
      'pay-checkout: limit: must be a whole number from 1 up',
      'pay-checkout: amount: give either amount, or min and max',
      expect.stringContaining('claims-invalid: '),
    ])
  })

  it('says which file it cannot read', async () => {
    const { code, told } = await run('offer', '--key', key)

    expect(code).toBe(1)
    expect(told).toEqual([
      `pay-checkout: ${key} cannot be read (ENOENT)`,
      expect.stringContaining('  file-unreadable: '),
    ])
  })

  it('answers a flag that does not exist with code 2', async () => {
    const { code } = await run('offer', '--colour', 'red')

    expect(code).toBe(2)
  })
})

describe('pay-checkout offer --settings', () => {
  async function edgeThatServes(body: unknown) {
    const server = createServer((_request, response) => response.end(JSON.stringify(body)))
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    const { port } = server.address() as AddressInfo
    return { url: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => server.close() }
  }

  it('fills in methods, and the details that the currency needs', async () => {
    await withKey()
    const settings = { methods: ['hosted'], collect: { '*': ['email'], EUR: ['email', 'name'] }, test: true }
    using edge = await edgeThatServes(settings)

    const { printed } = await run('offer', '--key', key, ...MUG, ...PRICE, '--settings', edge.url)

    expect(decodeJwt(printed)).toMatchObject({ methods: ['hosted'], collect: ['email', 'name'] })
  })

  it('keeps the draft’s own values', async () => {
    await withKey()
    using edge = await edgeThatServes({ methods: ['hosted'], collect: { '*': ['email'] }, test: true })

    const flags = ['--collect', 'phone', '--settings', edge.url]
    const { printed } = await run('offer', '--key', key, ...MUG, ...PRICE, ...flags)

    expect(decodeJwt(printed).collect).toEqual(['phone'])
  })

  it('signs nothing when the edge answers with something else', async () => {
    await withKey()
    using edge = await edgeThatServes(['hosted'])

    const { code, told } = await run('offer', '--key', key, ...MUG, ...PRICE, '--settings', edge.url)

    expect(code).toBe(1)
    expect(told[0]).toContain('does not answer with settings')
  })

  const HAT = ['--item', 'hat', '--description', 'A hat', '--expires', '30d', ...PRICE]

  it('is that of the edge that will charge, unless it is left out', async () => {
    await withKey()
    using edge = await edgeThatServes({ methods: ['hosted', 'card'], collect: {}, test: true })
    const flags = ['--key', key, '--aud', edge.url, ...HAT]

    const asked = await run('offer', ...flags)
    const unasked = await run('offer', ...flags, '--no-settings')

    expect(decodeJwt(asked.printed).methods).toEqual(['hosted', 'card'])
    expect(decodeJwt(unasked.printed)).not.toHaveProperty('methods')
  })

  it('says how to sign where the edge cannot be reached', async () => {
    await withKey()
    const flags = ['--key', key, '--aud', 'http://127.0.0.1:9', ...HAT]

    const { code, printed, told } = await run('offer', ...flags)
    const named = await run('offer', ...flags, '--method', 'hosted', '--collect', 'email')

    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(told.join('\n')).toMatch(/cannot be reached.*\n.*--no-settings/)
    expect(named.code).toBe(0)
  })

  it('asks no edge where the address is none, and names that', async () => {
    await withKey()

    const { told } = await run('offer', '--key', key, '--aud', 'pay.example.com', ...HAT)

    expect(told[0]).toContain('aud: must be the origin of the edge')
  })

  it.each(['30', '2027', 'soon'])('says how to write an end: --expires %s', async (text) => {
    await withKey()

    const { told } = await run('offer', '--key', key, ...MUG, ...PRICE, '--expires', text)

    expect(told[0]).toContain(
      'exp: must be days (30d), hours (12h) or minutes (30m) from now, or a date such as 2027-01-31, by --expires',
    )
  })
})

describe('pay-checkout offer --catalogue', () => {
  const CATALOGUE = 'item;description;currency;amount;quantity\nmug;A mug;EUR;12.5;1-5\nhat;A hat;EUR;20;\n'
  const EDGE = ['--aud', 'https://pay.example.com', '--no-settings', '--expires', '30d']

  async function catalogueOf(text: string) {
    await withKey()
    const path = join(folder, 'catalogue.csv')
    await writeFile(path, text)
    return ['offer', '--key', key, '--catalogue', path, ...EDGE]
  }

  it('signs every item, and writes them for a site’s templates', async () => {
    const out = join(folder, 'offers.json')

    const { code } = await run(...(await catalogueOf(CATALOGUE)), '--out', out)

    const offers = JSON.parse(await readFile(out, 'utf8'))
    expect(code).toBe(0)
    expect(Object.keys(offers)).toEqual(['mug', 'hat'])
    expect(decodeJwt(offers.mug)).toMatchObject({ amount: '12.50', quantity: { min: 1, max: 5 } })
    expect(decodeJwt(offers.hat)).toMatchObject({ amount: '20.00', aud: 'https://pay.example.com' })
  })

  it('signs without the pictures that the catalogue has for products', async () => {
    const out = join(folder, 'offers.json')
    const text = 'item,description,currency,amount,image\nmug,A mug,EUR,12.5,https://cdn.example/mug.jpg\n'

    const { code } = await run(...(await catalogueOf(text)), '--out', out)

    expect(code).toBe(0)
    expect(decodeJwt(JSON.parse(await readFile(out, 'utf8')).mug)).not.toHaveProperty('image')
  })

  it('signs nothing where one item is wrong, and names its line', async () => {
    const { code, printed, told } = await run(...(await catalogueOf(CATALOGUE.replace('20', '20.001'))))

    expect({ code, printed }).toEqual({ code: 1, printed: '' })
    expect(told[0]).toContain('line 3: amount: has more decimals than the currency')
  })

  it('writes the offers into the tags of built pages, and leaves the rest as it was', async () => {
    const page = join(folder, 'index.html')
    await writeFile(page, '<p>Mug <pay-checkout item="mug"></pay-checkout> &amp; more')

    const { code } = await run(...(await catalogueOf(CATALOGUE)), '--html', folder)

    const html = await readFile(page, 'utf8')
    const [, offer = ''] = /offer="([^"]+)"/.exec(html) ?? []
    expect(code).toBe(0)
    expect(html.replace(` offer="${offer}"`, '')).toBe(
      '<p>Mug <pay-checkout item="mug"></pay-checkout> &amp; more',
    )
    expect(decodeJwt(offer).item).toBe('mug')
  })

  it('signs each page in its own language, and what has no description in it in the first one', async () => {
    const text =
      'item,description,description.de,currency,amount\nmug,A mug,Ein Becher,EUR,12.5\nhat,A hat,,EUR,20\n'
    const pages = { 'en.html': 'en-GB', 'de.html': 'de-AT', 'fr.html': 'fr' }
    for (const [name, lang] of Object.entries(pages))
      await writeFile(
        join(folder, name),
        `<html lang="${lang}"><pay-checkout><pay-line item="mug"></pay-line><pay-line item="hat"></pay-line></pay-checkout>`,
      )

    const { code } = await run(...(await catalogueOf(text)), '--html', folder)

    const described = Object.keys(pages).map(async (name) => {
      const html = await readFile(join(folder, name), 'utf8')
      return [...html.matchAll(/<pay-line offer="([^"]+)"/g)].map(
        ([, offer = '']) => decodeJwt(offer).description,
      )
    })
    expect(code).toBe(0)
    expect(await Promise.all(described)).toEqual([
      ['A mug', 'A hat'],
      ['Ein Becher', 'A hat'],
      ['A mug', 'A hat'],
    ])
  })

  it('signs one language for a site’s templates', async () => {
    const text =
      'item,description,description.de,currency,amount\nmug,A mug,Ein Becher,EUR,12.5\nhat,A hat,,EUR,20\n'
    const out = join(folder, 'offers.json')

    await run(...(await catalogueOf(text)), '--language', 'de', '--out', out)

    const offers: Record<string, string> = JSON.parse(await readFile(out, 'utf8'))
    expect(Object.values(offers).map((offer) => decodeJwt(offer).description)).toEqual([
      'Ein Becher',
      'A hat',
    ])
  })

  it('signs no limited item in two languages, each of which would count apart', async () => {
    const text = 'item,description,description.de,currency,amount,limit\nmug,A mug,Ein Becher,EUR,12.5,1\n'

    const { code, told } = await run(...(await catalogueOf(text)), '--html', folder)

    expect(code).toBe(1)
    expect(told[0]).toContain('line 2: limit: has one description')
  })

  it('puts no sum of the shopper’s choice into a cart', async () => {
    const page = join(folder, 'cart.html')
    const html = '<pay-checkout>\n<pay-line item="gift"></pay-line></pay-checkout>'
    await writeFile(page, html)
    const text = 'item,description,currency,min,max\ngift,A gift,EUR,5,500\n'

    const { code, told } = await run(...(await catalogueOf(text)), '--html', page)

    expect(code).toBe(1)
    expect(told[0]).toContain(`${page}:2: a cart takes a fixed price that is paid at once, and gift has none`)
    expect(await readFile(page, 'utf8')).toBe(html)
  })

  it('changes no page where one names an item that is not for sale', async () => {
    const pages = ['a.html', 'b.html'].map((name) => join(folder, name))
    await writeFile(pages[0] ?? '', '<pay-checkout item="mug"></pay-checkout>')
    await writeFile(pages[1] ?? '', '\n<pay-checkout item="scarf"></pay-checkout>')

    const { code, told } = await run(...(await catalogueOf(CATALOGUE)), '--html', ...pages)

    expect(code).toBe(1)
    expect(told[0]).toContain(`${pages[1]}:2: no offer for the item scarf`)
    expect(await readFile(pages[0] ?? '', 'utf8')).toBe('<pay-checkout item="mug"></pay-checkout>')
  })
})

describe('pay-checkout offer --link', () => {
  it('prints the address of the payment page with the offer, and its QR code for people', async () => {
    await withKey()

    const { printed, told } = await run('offer', '--key', key, ...MUG, ...PRICE, '--link')

    const [page = '', offer = ''] = printed.split('#offer=')
    expect(page).toBe('https://pay.example.com/pay')
    expect(decodeJwt(offer).item).toBe('mug')
    expect(told.length).toBeGreaterThan(10)
    expect(told.join('\n')).toMatch(/^[█▀▄ \n]+$/)
  })

  it('writes the QR code as a picture', async () => {
    await withKey()
    const qr = join(folder, 'mug.svg')

    await run('offer', '--key', key, ...MUG, ...PRICE, '--qr', qr)

    expect(await readFile(qr, 'utf8')).toMatch(/^<svg /)
  })
})
