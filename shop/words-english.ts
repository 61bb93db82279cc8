import type { ProductWords, ShopWords } from './words.ts'

/** The shop's words in English. */
export const ENGLISH: ShopWords = {
  skip: 'Skip to content',
  navigation: { 'mug.html': 'Mug', 'donation.html': 'Orchard', 'hotel.html': 'Room' },
  navigationLabel: 'Shop',
  otherLanguage: 'Deutsch',
  front: {
    metaDescription: 'A pottery, an orchard and one guest room: a demo shop without a server.',
    heading: 'Clay, apples, and a bed for the night',
    lead: 'Heather Hill is a pottery with an orchard behind it and one guest room above it. Ines throws forty mugs a week, and no two are alike.',
    pictureAlt: 'The heather mug on a table, with heather in a vase and the hill in the window behind it',
    shelves: { goods: 'From the workshop and the press', hill: 'Up here on the hill' },
    paying:
      'Pay by Visa or Mastercard, and without an account. The cart takes several things, which you pay for at once.',
    shownHeading: 'What these pages show to people who build shops',
    shown: {
      'mug.html': 'A fixed price, paid in the page or on the payment page',
      'cart.html': 'Several things in one payment',
      'donation.html': 'An amount that the giver chooses',
      'hotel.html': 'A sum that is reserved, and charged later',
      'subscription.html': 'The first payment of a subscription',
      'thanks.html': 'The page that shoppers come back to',
    },
  },
  footer: [
    'This shop is a demo.',
    'It is static pages and one tag: nothing is shipped and no money moves.',
    'Any card number that passes its check will do. The security code decides: 123 is approved, 116 is declined.',
  ],
  thanks: {
    title: 'Your payment',
    description: 'How your payment stands.',
    fallback:
      'The result cannot be shown here just now. Your payment is not lost: it goes on without this page.',
  },
  cart: {
    link: 'Cart',
    title: 'Your cart',
    description: 'Several things in one payment.',
    add: 'Add to cart',
    added: 'In your cart:',
    quantity: 'Quantity',
    remove: 'Remove',
    removed: 'Removed:',
    payHeading: 'Pay for everything',
    lookAround: 'Look around the shop',
    asPage: 'The cart on a page of its own',
    close: 'Close the cart',
    fallback: 'The cart cannot be paid for right now. It stays as it is.',
    withoutScript: 'The cart needs JavaScript. Each thing can also be bought on its own page.',
  },
  textPages: {
    'terms.html': [
      'Terms of sale',
      'This shop is a demo. Nothing that you order here is sent, and no money moves.',
      'In a real shop you would read here who sells, how to return what you bought, and which law applies.',
    ],
    'privacy.html': [
      'Privacy',
      'This shop runs on one machine. What you type into it stays there.',
      'In a real shop you would read here who keeps your data, for how long, and how to have it erased.',
    ],
  },
}

/** The products' words in English, by page. */
export const ENGLISH_PRODUCTS: Readonly<Record<string, ProductWords>> = {
  'mug.html': {
    description: 'Heather mug, 300 ml',
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
    pictureAlt: 'A grey-violet mug of coffee whose foot is bare clay',
  },
  'plate.html': {
    description: 'Breakfast plate, 22 cm',
    name: 'The breakfast plate',
    price: '€18.00',
    teaser: 'Flat, heavy and wide enough for two slices of bread and an egg.',
    paragraphs: [
      'Pressed from the same clay as the mug and glazed on the inside only. The rim stays rough, so that a wet hand keeps hold of it.',
      'Plates of one firing match. Order as many as sit at your table, and they come from the same shelf of the kiln.',
    ],
    details: [
      ['Across', '22 cm'],
      ['Care', 'Dishwasher and microwave'],
      ['Dispatch', 'Within two days'],
    ],
    payLabel: 'Pay €18.00',
    payHeading: 'Set the table',
    pictureAlt: 'A plate with a grey-violet glaze and a bare clay rim, leaning against a wall',
  },
  'juice.html': {
    description: 'Apple juice, 1 l',
    name: 'The apple juice',
    price: '€4.20',
    teaser: 'Pressed on one Saturday in October from everything that fell.',
    paragraphs: [
      'Forty trees, eleven kinds of apple, one press. It is cloudy, it is sour before it is sweet, and no two years taste alike.',
      'The bottle is heavy on purpose: bring it back and we fill it again.',
    ],
    details: [
      ['Bottle', '1 litre, returnable'],
      ['Keeps', 'A year, or three days once opened'],
      ['Dispatch', 'In boxes of up to twelve'],
    ],
    payLabel: 'Pay €4.20',
    payHeading: 'Taste this year',
    pictureAlt: 'A tall bottle of cloudy apple juice beside a red apple',
  },
  'donation.html': {
    description: 'Gift to the orchard fund',
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
    pictureAlt: 'An apple tree heavy with fruit on a green slope',
  },
  'hotel.html': {
    description: 'Guest room, one night',
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
    pictureAlt: 'A gabled house with one lit window below a round hill',
  },
  'subscription.html': {
    description: 'The juice box, first month',
    name: 'The juice box',
    price: '€24 a month',
    teaser: 'Six bottles at your door on the first Friday of the month.',
    paragraphs: [
      'Today you pay for the first box. From then on a shop with a server of its own would charge the same card every month.',
      'Pages without a server cannot do that, and this demo has none: nothing is charged after today. A merchant’s server keeps a reference to the card instead of the card, and charges it with POST /v1/rebills.',
    ],
    details: [
      ['In the box', 'Six bottles'],
      ['Today', 'The first box'],
      ['Afterwards', 'In this demo nothing'],
    ],
    payLabel: 'Pay €24.00',
    payHeading: 'Begin with one box',
    pictureAlt: 'A wooden crate with six bottles of apple juice',
  },
  'invoice.html': {
    description: 'Invoice 2031: glaze course for two',
    name: 'Invoice 2031',
    price: '€140.00',
    teaser: 'The glaze course for two, on the second weekend of May.',
    paragraphs: [
      'An invoice is an offer that can be paid once. Whoever opens this page or the link after that reads that it has been paid.',
    ],
    details: [
      ['For', 'Ann Miller'],
      ['Course', '14 and 15 May'],
      ['Paid', 'Once, by whoever comes first'],
    ],
    payLabel: 'Open the payment link',
    payHeading: 'Pay this invoice',
    pictureAlt: 'Three brushes in a clay jar beside a bowl that is half glazed',
  },
}
