/** The products of the demo shop: the claims of their offers, and the words and pictures around them. */
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
  terms: `${shop}/terms.html`,
  privacy: `${shop}/privacy.html`,
  support: 'mailto:ines@heather-hill.example',
  cards: ['visa', 'mastercard'],
})

/** One page that sells one thing. */
export interface Product {
  readonly page: string
  readonly claims: Draft
  readonly name: string
  /** The text beside the name on the front page. */
  readonly price: string
  readonly teaser: string
  readonly paragraphs: readonly string[]
  readonly details: readonly (readonly [term: string, value: string])[]
  readonly payLabel: string
  readonly payHeading: string
  readonly picture: string
  readonly pictureAlt: string
}

const mug: Product = {
  page: 'mug.html',
  claims: {
    item: 'mug-heather',
    description: 'Heather mug, 300 ml',
    currency: 'EUR',
    intent: 'sale',
    amount: '12.50',
    quantity: { min: 1, max: 5 },
    methods: ['card', 'hosted'],
    collect: ['email'],
  },
  name: 'The heather mug',
  price: '€12.50',
  teaser: 'Thrown by hand, glazed in the grey-violet of the moor in August.',
  paragraphs: [
    'Ines throws forty of these a week. The handle is wide enough for three fingers in gloves, and the foot is left bare, so that you feel the clay when you lift it.',
    'No two glazes come out alike. Yours will be close to the one in the picture, and it will be the only one like it.',
  ],
  details: [
    ['Holds', '300 ml'],
    ['Care', 'Dishwasher and microwave'],
    ['Dispatch', 'Within two days'],
  ],
  payLabel: 'Pay €12.50',
  payHeading: 'Take one home',
  picture: 'mug.svg',
  pictureAlt: 'A rounded mug in grey violet with steam rising from it',
}

const donation: Product = {
  page: 'donation.html',
  claims: {
    item: 'orchard-fund',
    description: 'Gift to the orchard fund',
    currency: 'EUR',
    intent: 'sale',
    min: '2.00',
    max: '500.00',
    suggested: ['5.00', '10.00', '25.00', '50.00'],
    methods: ['hosted'],
    collect: ['email'],
  },
  name: 'The orchard fund',
  price: 'From €2',
  teaser: 'Forty old apple trees, and the people who learn to prune them.',
  paragraphs: [
    'The orchard behind the house was planted in 1911 and forgotten in the seventies. Every winter we prune, graft and replant with anyone who would like to learn how.',
    'Ten euros pay for one young tree with its stake. What is left over at the end of the year buys cider for the volunteers.',
  ],
  details: [
    ['€10', 'One young tree'],
    ['€25', 'A day of teaching'],
    ['€50', 'Bees for the summer'],
  ],
  payLabel: 'Choose an amount and give',
  payHeading: 'Give what you like',
  picture: 'orchard.svg',
  pictureAlt: 'An apple tree heavy with fruit on a green slope',
}

const hotel: Product = {
  page: 'hotel.html',
  claims: {
    item: 'room-night',
    description: 'Guest room, one night',
    currency: 'EUR',
    intent: 'preauth',
    amount: '96.00',
    methods: ['hosted'],
    collect: ['email', 'name'],
  },
  name: 'The guest room',
  price: '€96 a night',
  teaser: 'One room above the workshop, with the hill in the window.',
  paragraphs: [
    'A wide bed, a writing table, a stove that Ines lights before you arrive. Breakfast is bread from the village and apples from the orchard.',
    'We only reserve the sum on your card today. It is charged on the morning you leave, and let go if you cannot come.',
  ],
  details: [
    ['Sleeps', 'Two'],
    ['Arrive', 'From three o’clock'],
    ['Today', 'Reserved, not charged'],
  ],
  payLabel: 'Reserve €96.00',
  payHeading: 'Reserve a night',
  picture: 'room.svg',
  pictureAlt: 'A gabled house at dusk with one lit window below a round hill',
}

/** Everything for sale, in the order of the front page. */
export const PRODUCTS: readonly Product[] = [mug, donation, hotel]
