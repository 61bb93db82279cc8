/** The products of the demo shop: the claims of their offers, and their pictures. Their words are in `words-….ts`. */
import type { Draft } from '../cli/offer-claims.ts'
import type { Merchant } from '../shared/http-bodies.ts'

/** The shop's name. */
const SHOP_NAME = 'Heather Hill'

/**
 * The shop as the edge's setting `MERCHANT` describes it.
 *
 * @param shop Its origin.
 */
export const shopMerchant = (shop: string): Merchant => ({
  name: SHOP_NAME,
  logo: `${shop}/img/icon.svg`,
  accent: '#5d4b7a',
  address: 'Heather Hill Farm, Edale Road, Hope Valley S33 7ZA',
  taxNote: 'Prices include 20 % VAT. VAT no. GB 123 4567 89',
  terms: `${shop}/terms.html`,
  privacy: `${shop}/privacy.html`,
  support: 'mailto:ines@heather-hill.example',
  cards: ['visa', 'mastercard'],
})

/** The claims of an offer, as far as the shop's own pages need them. */
type Claims = Draft & {
  readonly item: string
  readonly quantity?: { readonly min: number; readonly max: number }
}

/** One page that sells one thing. */
export interface Product {
  /** File name of its page, by which the words of each language name it. */
  readonly page: string
  /** The claims of its offer without the description, which is in the language of the page. */
  readonly claims: Claims
  readonly picture: string
  /** Where the front page shows it. A product without a shelf is found by its address alone. */
  readonly shelf?: Shelf
}

/** A shelf of the front page: things to take home, and what is there on the hill. */
export type Shelf = 'goods' | 'hill'

const SALE = { currency: 'EUR', intent: 'sale', collect: ['email'] }

/** A thing of clay or a bottle: a fixed price for each piece. */
const GOODS = { ...SALE, methods: ['card', 'hosted'] }

/** Everything for sale, in the order of each shelf of the front page. */
export const PRODUCTS: readonly Product[] = [
  {
    page: 'mug.html',
    claims: { ...GOODS, item: 'mug-heather', amount: '12.50', quantity: { min: 1, max: 5 } },
    picture: 'mug.svg',
    shelf: 'goods',
  },
  {
    page: 'plate.html',
    claims: { ...GOODS, item: 'plate-breakfast', amount: '18.00', quantity: { min: 1, max: 12 } },
    picture: 'plate.svg',
    shelf: 'goods',
  },
  {
    page: 'juice.html',
    claims: { ...GOODS, item: 'juice-apple', amount: '4.20', quantity: { min: 1, max: 12 } },
    picture: 'juice.svg',
    shelf: 'goods',
  },
  {
    page: 'donation.html',
    claims: {
      ...{ ...SALE, item: 'orchard-fund', min: '2.00', max: '500.00' },
      suggested: ['5.00', '10.00', '25.00', '50.00'],
      methods: ['hosted'],
    },
    picture: 'orchard.svg',
    shelf: 'hill',
  },
  {
    page: 'hotel.html',
    claims: {
      ...{ item: 'room-night', currency: 'EUR', intent: 'preauth', amount: '96.00' },
      methods: ['hosted'],
      collect: ['email', 'name'],
    },
    picture: 'room.svg',
    shelf: 'hill',
  },
  {
    page: 'subscription.html',
    claims: { ...GOODS, item: 'juice-box', amount: '24.00' },
    picture: 'box.svg',
    shelf: 'goods',
  },
  {
    page: 'invoice.html',
    claims: { ...GOODS, item: 'invoice-2031', act: 'invoice', amount: '140.00', limit: 1 },
    picture: 'course.svg',
  },
]

/** How many of a product the cart takes; 0 for one that does not fit into it, such as a donation. */
export const mostInCart = ({ claims }: Product): number => claims.quantity?.max ?? 0
