import { afterEach, describe, expect, it } from 'vitest'
import { exampleProduct } from '../testing/fake-catalogue.ts'
import { Desk, FakeBrowser } from '../testing/harness.ts'

let desk: Desk
afterEach(() => desk.close())

const FILE = [
  'item,description,currency,amount,collect,limit',
  'mug,Heather mug,EUR,14.00,email,8',
  'print,Print,EUR,9.00,,',
  'tea,Tea,EURO,4.00,,',
  'vase,Vase,EUR,30.00,email,',
].join('\n')

/** The page of imports at a desk that sells a mug and a vase. */
async function importing(csv = FILE): Promise<FakeBrowser> {
  const browser = new FakeBrowser()
  browser.edge.catalogue.add(exampleProduct({ units: 5, sold: 3, description: 'Fired twice.' }))
  browser.edge.catalogue.add(exampleProduct({ id: 'vase', name: 'Vase', amount: '30.00' }))
  desk = await Desk.signedIn(browser, '#/import-products')
  await desk.reads('File in CSV')
  const chosen = new DataTransfer()
  chosen.items.add(new File([csv], 'products.csv'))
  const field = desk.find<HTMLInputElement>('#file')
  field.files = chosen.files
  field.dispatchEvent(new Event('change'))
  return browser
}

const writes = ({ edge }: FakeBrowser) =>
  edge.calls.filter(({ method, path }) => method !== 'GET' && path.startsWith('/v1/products'))

describe('an import of products', () => {
  it('says what is new, what changes and which lines are refused before it writes anything', async () => {
    const browser = await importing()

    await desk.reads('New: 1. Changed: 1. As they are: 1. Not possible: 1.')

    expect(desk.texts('tbody tr')).toEqual([
      'Heather mug mug Price: €12.50 → €14.00 Units: +3 Changed',
      'Print print €9.00 New',
    ])
    expect(desk.texts('li')).toEqual([
      'Line 4 · tea currency: The gateway takes no payments in this currency.',
    ])
    expect(writes(browser)).toEqual([])
  })

  it('has a table of its changes also where rows are cards', async () => {
    await importing()

    await desk.reads('New: 1.')
    expect(desk.partsWithoutRole).toEqual([])
  })

  it('makes what is new and another version of what changes, and keeps what files do not say', async () => {
    const browser = await importing()

    await desk.press('Import 2 products')

    await desk.reads('All imported: 2.')
    await expect.poll(() => desk.find('h2:focus').id).toBe('changes')
    const { catalogue } = browser.edge
    expect(catalogue.find('mug')).toMatchObject({
      ...{ version: 'v2', amount: '14.00', units: 8, sold: 3, description: 'Fired twice.' },
    })
    expect(catalogue.find('print')).toMatchObject({ amount: '9.00', shown: true })
    expect(catalogue.find('vase').version).toBe('v1')
  })

  it('writes nothing over what somebody else changed meanwhile, and says who did', async () => {
    const browser = await importing()
    await desk.reads('Import 2 products')
    browser.edge.catalogue.changedBy('Ann', 'mug', { amount: '15.00' })

    await desk.press('Import 2 products')

    await desk.reads('Imported: 1 of 2. Choose the file again')
    expect(desk.text).toContain('“Ann” changed it just now. Nothing of yours was written.')
    expect(browser.edge.catalogue.find('mug')).toMatchObject({ amount: '15.00', units: 5 })
  })

  it.each([
    ['the same file', { amount: '14.00' }],
    ['units alone', {}],
  ])('adds no units to those that somebody else changed meanwhile by %s', async (_, change) => {
    const browser = await importing()
    await desk.reads('Import 2 products')
    const { catalogue } = browser.edge
    catalogue.add({ ...catalogue.find('mug'), ...change, units: 8 })

    await desk.press('Import 2 products')

    await desk.reads('Imported: 1 of 2. Choose the file again')
    expect(desk.text).toContain('Somebody changed its units just now. Those of the file were not written.')
    expect(catalogue.find('mug')).toMatchObject({ amount: '14.00', units: 8 })
  })

  it('goes on after a lost answer, and changes nothing twice', async () => {
    const browser = await importing()
    await desk.reads('Import 2 products')
    browser.edge.losesAnswers = true
    await desk.press('Import 2 products')
    await desk.reads('Going on changes nothing twice')
    browser.edge.losesAnswers = false

    await desk.press('Go on')

    await desk.reads('All imported: 2.')
    expect(browser.edge.catalogue.find('mug')).toMatchObject({ version: 'v2', units: 8 })
  })

  it.each([
    ['item,colour\nmug,red', 'These columns do not exist, or stand twice: colour.'],
    ['item,description\nmug,"Mug', 'a quotation mark is not closed'],
    ['', 'There are no products in the file.'],
  ])('refuses the file %j with its reason', async (csv, reason) => {
    await importing(csv)

    await desk.reads(reason)
  })

  it('reads the file that the list of products exports, of all pages', async () => {
    const browser = new FakeBrowser()
    browser.edge.catalogue.pageSize = 1
    browser.edge.catalogue.add(exampleProduct({ units: 5, sold: 3 }))
    browser.edge.catalogue.add(exampleProduct({ id: 'vase', name: 'Vase; "tall"' }))
    desk = await Desk.signedIn(browser, '#/products')

    await desk.press('Export')

    await desk.reads('The file is in your downloads.')
    const [saved] = browser.saved
    expect(saved?.name).toBe('products.csv')
    expect(await saved?.file.text()).toBe(
      'item,description,currency,intent,amount,limit,collect\r\n' +
        'mug,Heather mug,EUR,sale,12.50,5,email\r\n' +
        'vase,"Vase; ""tall""",EUR,sale,12.50,,email\r\n',
    )
  })
})
