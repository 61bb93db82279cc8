import type { LitElement } from 'lit'
import { afterEach, describe, expect, it } from 'vitest'
import { exampleProduct } from '../testing/fake-catalogue.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
afterEach(() => desk.close())

/** A desk at one of the pages of products. */
async function at(hash: string, prepare: (browser: FakeBrowser) => void = () => {}): Promise<FakeBrowser> {
  const browser = new FakeBrowser()
  browser.edge.catalogue.add(exampleProduct({ units: 5, sold: 3 }))
  prepare(browser)
  desk = await Desk.signedIn(browser, hash)
  return browser
}

const sent = ({ edge }: FakeBrowser, method: string) =>
  edge.calls.filter((call) => call.method === method && call.path.startsWith('/v1/products'))

function fill(fields: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(fields)) desk.type(`#${name}`, value)
}

const textIn = (selector: string) => desk.find<HTMLInputElement>(selector).value

describe('the list of products', () => {
  it('shows name, price, what is left of how many, and whether it is sold', async () => {
    await at('#/products', ({ edge: { catalogue } }) => {
      catalogue.add(exampleProduct({ id: 'gift', name: 'Gift', amount: '5.00', shown: false }))
      catalogue.add(exampleProduct({ id: 'print', name: 'Print', units: 20, sold: 20 }))
      catalogue.add(exampleProduct({ id: 'vase', name: 'Vase', units: 20, sold: 18 }))
      catalogue.add(exampleProduct({ id: 'wok', name: 'Wok', units: 20, sold: 12, lowAt: 8 }))
    })

    await desk.reads('Heather mug')

    expect(desk.texts('tbody tr')).toEqual([
      'Gift gift Hidden €5.00 Not counted Show',
      'Heather mug mug Shown €12.50 2 of 5 Hide',
      'Print print Shown Sold out €12.50 0 of 20 Hide',
      'Vase vase Shown Almost sold out €12.50 2 of 20 Hide',
      'Wok wok Shown Almost sold out €12.50 8 of 20 Hide',
    ])
  })

  it('goes on to the next page', async () => {
    await at('#/products', ({ edge: { catalogue } }) => {
      catalogue.pageSize = 1
      catalogue.add(exampleProduct({ id: 'print', name: 'Print' }))
    })

    await desk.press('Show more products')

    await desk.reads(/Heather mug.*Print/)
    expect(desk.buttons).not.toContain('Show more products')
  })

  it('has each product once, however often somebody asks for more', async () => {
    await at('#/products', ({ edge: { catalogue } }) => {
      catalogue.pageSize = 1
      for (const id of ['print', 'vase']) catalogue.add(exampleProduct({ id, name: id }))
    })
    await desk.reads('Heather mug')

    for (let press = 0; press < 2; press++) desk.find('.more').click()

    await expect.poll(() => desk.texts('tbody a')).toContain('print')
    await desk.press('Show more products')
    await expect.poll(() => desk.texts('tbody a')).toContain('vase')
    expect(desk.texts('tbody a')).toEqual(['Heather mug', 'print', 'vase'])
  })

  it('hides a product in one press, and what somebody else wrote meanwhile stays', async () => {
    const browser = await at('#/products')
    await desk.reads('Heather mug')
    browser.edge.catalogue.changedBy('Ann', 'mug', { amount: '14.00' })

    await desk.press('Hide Heather mug')

    await desk.reads('“Heather mug” is hidden')
    expect(browser.edge.catalogue.find('mug')).toMatchObject({ shown: false, amount: '14.00' })
  })

  it('shows no product at a price that the person has not seen', async () => {
    const browser = await at('#/products', ({ edge: { catalogue } }) =>
      catalogue.add(exampleProduct({ shown: false })),
    )
    await desk.reads('Heather mug')
    browser.edge.catalogue.changedBy('Ann', 'mug', { amount: '0.14' })

    await desk.press('Show Heather mug')

    await desk.reads(/“Ann” changed “Heather mug” just now.*€0\.14/)
    expect(browser.edge.catalogue.find('mug').shown).toBe(false)
  })

  it('asks for the scope, and stands in the navigation for keys that have it alone', async () => {
    const browser = await at('#/products', ({ edge }) => {
      edge.scopes = ['read', 'charge']
    })

    await desk.reads('a key that has the scope “catalogue”')

    expect(desk.texts('nav a')).not.toContain('Products')
    expect(sent(browser, 'GET')).toEqual([])
  })
})

it('the page of a product has the focus on its heading once the product is there', async () => {
  await at('#/products')
  await desk.reads('Heather mug')

  desk.goTo('#/products/mug')

  await desk.reads('Change units')
  await expect.poll(() => desk.texts('h1:focus')).toEqual(['Heather mug'])
})

describe('a product that is made', () => {
  it('has an id by its name, and then a page of its own with what sells it', async () => {
    const browser = await at('#/new-product')
    await desk.reads('Make the product')
    fill({ name: 'Blue mug', amount: '12.5', units: '40', lowAt: '5' })

    await desk.press('Make the product')

    await desk.reads(/40 left: 0 of 40 are sold/)
    expect(sent(browser, 'POST').map(({ body }) => body)).toEqual([
      {
        ...{ id: 'blue-mug', name: 'Blue mug', currency: 'EUR', intent: 'sale', amount: '12.50' },
        ...{ collect: ['email'], lowAt: 5, shown: true, units: 40 },
      },
    ])
    expect(location.hash).toBe('#/products/blue-mug')
    expect(textIn('#code')).toBe(
      '<script type="module" src="https://pay.example.com/pay-checkout.js"></script>\n' +
        '<pay-checkout product="blue-mug"><a href="https://pay.example.com/pay#product=blue-mug">Pay: Blue mug</a></pay-checkout>',
    )
  })

  it('says at its field what cannot be, and sends nothing', async () => {
    const browser = await at('#/new-product')
    await desk.reads('Make the product')
    fill({ name: 'Mug', id: 'a mug', amount: '0', countries: 'AT', origins: 'shop.example', most: '0' })

    await desk.press('Make the product')

    await expect.poll(() => desk.texts('[aria-invalid=true] ~ small')).toHaveLength(5)
    expect(sent(browser, 'POST')).toEqual([])
  })

  it('is one product however often its answer is lost', async () => {
    const browser = await at('#/new-product')
    await desk.reads('Make the product')
    fill({ name: 'Blue mug', amount: '12.50' })
    browser.edge.losesAnswers = true
    await desk.press('Make the product')
    await desk.reads('Saving again changes nothing twice')
    browser.edge.losesAnswers = false

    await desk.press('Make the product')

    await desk.reads('Sell it')
    expect(browser.edge.catalogue.find('blue-mug').version).toBe('v1')
  })

  it('keeps what is typed while it is being made, as a change of it', async () => {
    const browser = await at('#/new-product')
    await desk.reads('Make the product')
    fill({ name: 'Blue mug', amount: '12.50' })
    desk.find('form .primary').click()
    await desk.find<LitElement>('desk-product-form').updateComplete

    // What only a new product has is on its way, and could not be changed by the same form later.
    expect(['#id', '#units'].map((field) => desk.find<HTMLInputElement>(field).readOnly)).toEqual([
      true,
      true,
    ])
    fill({ amount: '13.50' })

    await desk.press('Save')
    await desk.reads('Sell it')
    expect(sent(browser, 'POST')).toHaveLength(1)
    expect(browser.edge.catalogue.find('blue-mug').amount).toBe('13.50')
    expect(textIn('#amount')).toBe('13.50')
  })

  it('leads to the product that has the id already', async () => {
    await at('#/new-product')
    await desk.reads('Make the product')
    fill({ name: 'Mug', amount: '1' })

    await desk.press('Make the product')

    await desk.reads('There is a product with this id already')
    expect(desk.find<HTMLAnchorElement>('[href="#/products/mug"]').textContent).toBe('Open it')
    expect(desk.find('#id').ariaInvalid).toBe('true')
  })
})

describe('a product that is changed', () => {
  it('keeps everything that nobody touched', async () => {
    const browser = await at('#/products/mug', ({ edge: { catalogue } }) =>
      catalogue.add(
        exampleProduct({
          ...{ id: 'mug', description: 'Glazed.', act: 'order', quantity: { min: 1, max: 6 } },
          image: 'https://cdn.example/mug.jpg',
          ...{ methods: ['saved-card'], collect: ['shipping'], countries: ['AT', 'DE'] },
          origins: ['https://shop.example'],
        }),
      ),
    )
    await desk.reads('Save')
    fill({ amount: '14' })

    await desk.press('Save')

    await desk.reads('Pages show it within a minute')
    expect(sent(browser, 'PUT').map(({ body }) => body)).toEqual([
      {
        ...{ version: 'v1', name: 'Heather mug', description: 'Glazed.', currency: 'EUR', intent: 'sale' },
        image: 'https://cdn.example/mug.jpg',
        ...{ act: 'order', amount: '14.00', quantity: { min: 1, max: 6 }, origins: ['https://shop.example'] },
        ...{ methods: ['saved-card'], collect: ['shipping'], countries: ['AT', 'DE'], shown: true },
      },
    ])
    await desk.reads('Price: €12.50 → €14.00')
  })

  it('keeps what is typed while it is being saved, and saves that next', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    fill({ amount: '14' })
    desk.find('form .primary').click()

    fill({ name: 'My mug' })

    await desk.reads('Price: €12.50 → €14.00')
    expect(textIn('#name')).toBe('My mug')
    expect(desk.text).not.toContain('Pages show it within a minute')
    await desk.press('Save')
    await desk.reads('Pages show it within a minute')
    expect(browser.edge.catalogue.find('mug')).toMatchObject({ name: 'My mug', amount: '14.00' })
  })

  it('gets another picture, and says at the field where the edge shows none of its site', async () => {
    const image = 'https://cdn.example/blue.jpg'
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    browser.edge.failNext('image-not-allowed', { fields: ['image'] })
    fill({ image })
    await desk.press('Save')
    await expect.poll(() => desk.find('#image-hint').textContent).toMatch(/MERCHANT.imageOrigins/)
    expect(desk.find('#image').ariaInvalid).toBe('true')

    await desk.press('Save')

    await desk.reads(`Picture: nothing → ${image}`)
    expect(browser.edge.catalogue.find('mug').image).toBe(image)
  })

  it('shows what it would overwrite side by side, and overwrites nothing before somebody decides', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    browser.edge.catalogue.changedBy('Ann', 'mug', { amount: '14.00' })
    fill({ amount: '13' })

    await desk.press('Save')

    await desk.reads('“Ann” saved another version')
    expect(desk.texts('.conflict tbody tr')).toEqual(['Price €14.00 €13.00'])
    expect(desk.partsWithoutRole).toEqual([])
    expect(browser.edge.catalogue.find('mug').amount).toBe('14.00')
    await desk.press('Overwrite with mine')
    await desk.reads('Pages show it within a minute')
    expect(browser.edge.catalogue.find('mug').amount).toBe('13.00')
  })

  it('takes what is there in the place of the own words', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    browser.edge.catalogue.changedBy('Ann', 'mug', { amount: '14.00' })
    fill({ name: 'My mug' })
    await desk.press('Save')

    await desk.press('Take what is there')

    await expect.poll(() => textIn('#amount')).toBe('14.00')
    expect(textIn('#name')).toBe('Heather mug')
    expect(sent(browser, 'PUT')).toHaveLength(1)
  })

  it('has the currency of what is there, also after somebody picked another one', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    browser.edge.catalogue.changedBy('Ann', 'mug', { name: 'Her mug' })
    for (const currency of ['JPY', 'EUR', 'JPY']) {
      const field = desk.find<HTMLSelectElement>('#currency')
      field.value = currency
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    fill({ amount: '1300' })
    await desk.press('Save')

    await desk.press('Take what is there')

    await expect.poll(() => textIn('#name')).toBe('Her mug')
    expect(textIn('#currency')).toBe('EUR')
  })

  it('says at the field what the edge refused', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('Save')
    fill({ name: 'A very long name' })
    browser.edge.failNext('description-too-long', { fields: ['name'] })

    await desk.press('Save')

    await expect.poll(() => desk.texts('#name ~ small')).toEqual([expect.stringContaining('Shorten it')])
    expect(desk.find('#name').ariaInvalid).toBe('true')
  })
})

describe('the versions of a product', () => {
  const versions = () => desk.all('[data-version]').map(({ dataset }) => dataset.version)

  /** The page of a product with three versions, of which it shows the last. */
  const atVersions = async () => {
    const browser = await at('#/products/mug', ({ edge: { catalogue } }) => {
      catalogue.pageSize = 1
      for (const amount of ['13.00', '14.00']) catalogue.changedBy('Ann', 'mug', { amount })
    })
    await expect.poll(versions).toEqual(['v3'])
    return browser
  }

  it('are there once each, however often somebody asks for more', async () => {
    await atVersions()

    for (let press = 0; press < 2; press++)
      desk.find('desk-product-versions').shadowRoot?.querySelector('button')?.click()

    await expect.poll(versions).toContain('v2')
    await desk.press('Show earlier versions')
    await expect.poll(versions).toContain('v1')
    expect(versions()).toEqual(['v3', 'v2', 'v1'])
  })

  it('stay where no more came, and are asked for again', async () => {
    const browser = await atVersions()
    browser.edge.failNext('too-many-requests')

    await desk.press('Show earlier versions')

    await desk.reads('Too many requests')
    expect(versions()).toEqual(['v3'])
    await desk.press('Show earlier versions')
    await expect.poll(versions).toEqual(['v3', 'v2'])
  })
})

describe('units', () => {
  it('are changed by a difference, with what is sold and left said', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('2 left: 3 of 5 are sold.')
    fill({ change: '+5' })

    await desk.press('Change units')

    await desk.reads('7 left: 3 of 10 are sold.')
    expect(sent(browser, 'POST').map(({ body }) => body)).toEqual([{ change: 5 }])
  })

  it('are changed once although the answer was lost', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('2 left')
    fill({ change: '+5' })
    browser.edge.losesAnswers = true
    await desk.press('Change units')
    await desk.reads('It is not known whether +5 arrived')
    browser.edge.losesAnswers = false
    desk.goTo('#/products')
    await desk.reads('New product')
    desk.goTo('#/products/mug')

    await desk.press('Try again')

    await desk.reads('Changed by +5.')
    const [first, second] = sent(browser, 'POST')
    expect(second?.key).toBe(first?.key)
    expect(browser.edge.catalogue.find('mug').units).toBe(10)
  })

  it('are changed once although an answer was lost and the next one refused', async () => {
    const browser = await at('#/products/mug')
    await desk.reads('2 left')
    fill({ change: '+5' })
    browser.edge.losesAnswers = true
    await desk.press('Change units')
    await desk.reads('It is not known whether +5 arrived')
    browser.edge.losesAnswers = false
    browser.edge.failNext('quantity-invalid')
    await desk.press('Try again')
    await desk.reads(/There are not so many units\..*It is not known whether \+5 arrived/)

    await desk.press('Try again')

    await desk.reads('Changed by +5.')
    expect(new Set(sent(browser, 'POST').map(({ key }) => key)).size).toBe(1)
    expect(browser.edge.catalogue.find('mug').units).toBe(10)
  })

  it.each(['5', '+0', 'five', '+1.5', '--2', '-9'])('are not changed by %s', async (change) => {
    const browser = await at('#/products/mug')
    await desk.reads('2 left')
    fill({ change })

    await desk.press('Change units')

    await expect.poll(() => desk.find('#change').ariaInvalid).toBe('true')
    expect(browser.edge.catalogue.find('mug').units).toBe(5)
  })
})

describe('what sells a product', () => {
  it('is copied in one press: the HTML, and the link', async () => {
    const browser = await at('#/products/mug')

    await desk.press('Copy the HTML')
    await desk.reads('The HTML is in your clipboard.')
    await desk.press('Copy the link')
    await desk.reads('The link is in your clipboard.')

    expect(browser.copied).toEqual([textIn('#code'), 'https://pay.example.com/pay#product=mug'])
    expect(desk.find<HTMLAnchorElement>('a.button[target]').href).toBe(
      'https://pay.example.com/pay#product=mug',
    )
  })
})
