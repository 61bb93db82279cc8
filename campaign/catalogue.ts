/** The merchant's side of the catalogue: makes products, and changes them while they are sold. */
import { setTimeout as pause } from 'node:timers/promises'
import { toDecimal, toMinor } from '../shared/money.ts'
import type { Product, ProductContent, ProductVersion, ProductVersions } from '../shared/product.ts'
import { isProduct, MOST_PIECES, type PlannedChange, priceOf, STOCK } from './cart-plan.ts'
import type { Answer, EdgeClient } from './edge-client.ts'

/** The id of an item of the stock that is a product. */
export const productId = (item: number) => `product-${item}`

/** Version → the price of a piece in minor units. */
export type PricesOfVersions = ReadonlyMap<string, number>

/** So long a product is hidden. */
const HIDDEN_MS = 300

/** A merchant adds so many units at once. */
const ADDED_UNITS = 2

/** Others change the same product meanwhile. */
const MOST_TRIES = 50

/** Changes products with a merchant key, and knows which changes the edge has confirmed. */
export class Catalogue {
  readonly #edge: EdgeClient
  readonly #merchantKey: string
  /** Units by item, with every change. */
  readonly #units = new Map<number, number>()
  #prices = 0
  #changes = 0

  constructor(edge: EdgeClient, merchantKey: string) {
    this.#edge = edge
    this.#merchantKey = merchantKey
  }

  /** Makes every product, with so many units. */
  async create(units: number): Promise<void> {
    for (const item of STOCK.filter(isProduct)) {
      const product = {
        ...{
          id: productId(item),
          name: `Thing ${item}`,
          currency: 'EUR',
          intent: 'sale',
          shown: true,
          units,
        },
        ...{ amount: toDecimal(priceOf(item), 2), quantity: { min: 1, max: MOST_PIECES } },
      }
      sure(await this.#send('POST', '/v1/products', product))
      this.#units.set(item, units)
    }
  }

  /** Carries out a planned change. @returns Whether the price is another one for good. */
  async carryOut({ what, item }: PlannedChange): Promise<boolean> {
    if (what === 'units') await this.#addUnits(item)
    else if (what === 'hiding') await this.#hide(item)
    else await this.#change(item, { amount: this.#newPrice(item) })
    return what === 'price'
  }

  /** The units of an item in all, as they were made and changed. */
  unitsOf = (item: number): number => this.#units.get(item) ?? 0

  /** The units that the catalogue has. */
  async keptUnitsOf(item: number): Promise<number | undefined> {
    return (await this.#read(item)).units
  }

  /** Every price that the products have had. */
  async pricesOfVersions(): Promise<PricesOfVersions> {
    const prices = new Map<string, number>()
    for (const item of STOCK.filter(isProduct)) {
      for (const { version, content } of await this.#versionsOf(item)) {
        const minor = toMinor(content.amount ?? '', 2)
        if (minor.ok) prices.set(version, minor.value)
      }
    }
    return prices
  }

  async #versionsOf(item: number): Promise<readonly ProductVersion[]> {
    const path = `/v1/products/${productId(item)}/versions`
    const all: ProductVersion[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined) {
      const body = sure(await this.#send('GET', cursor === '' ? path : `${path}?cursor=${cursor}`))
      const page = body as ProductVersions
      all.push(...page.versions)
      cursor = page.cursor
    }
    return all
  }

  /** No price comes twice: what an order agreed on is over once there is another one. */
  #newPrice(item: number): string {
    this.#prices += 1
    return toDecimal(priceOf(item) + this.#prices, 2)
  }

  async #hide(item: number): Promise<void> {
    await this.#change(item, { shown: false })
    await pause(HIDDEN_MS)
    await this.#change(item, { shown: true })
  }

  /** As an editor does it: reads the product, and writes it unless somebody else has changed it since. */
  async #change(item: number, changed: Partial<ProductContent>): Promise<void> {
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const {
        id: _,
        version,
        changedAt: __,
        changedBy: ___,
        units: ____,
        sold: _____,
        ...content
      } = await this.#read(item)
      const body = { ...content, ...changed, version }
      const answer = await this.#send('PUT', `/v1/products/${productId(item)}`, body)
      if (answer.status === 200) return
    }
    throw new Error(`${productId(item)} could not be changed`)
  }

  async #addUnits(item: number): Promise<void> {
    this.#changes += 1
    const path = `/v1/products/${productId(item)}/units`
    const key = `units-of-the-merchant-${this.#changes}`
    const request = { method: 'POST', path, key, body: { change: ADDED_UNITS } } as const
    const asked = { ...request, token: this.#merchantKey }
    sure(await this.#edge.sendUntilAnswered(asked, 'after-answer'))
    this.#units.set(item, this.unitsOf(item) + ADDED_UNITS)
  }

  #read = async (item: number) => sure(await this.#send('GET', `/v1/products/${productId(item)}`)) as Product

  #send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<Answer> =>
    this.#edge.sendUntilAnswered({ method, path, token: this.#merchantKey, ...(body && { body }) })
}

/** @throws {Error} If the catalogue refuses what no seller may be refused. */
function sure({ status, body }: Answer): unknown {
  if (status !== 200) throw new Error(`the catalogue answered ${status}: ${JSON.stringify(body)}`)
  return body
}
