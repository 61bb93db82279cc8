import type { SavedCard } from '../../shared/order-view.ts'
import type { ProductLook } from '../../shared/product.ts'
import { CART, openOrder, PAYOUT, ROOM, VERIFY } from './orders.ts'
import { type GalleryState, PAY_BUTTON } from './state.ts'

const SAVED_CARDS: readonly SavedCard[] = [
  { handle: '1', brand: 'VISA', masked: '444455******1111', expires: '12/39' },
  { handle: '2', brand: 'MASTERCARD', masked: '555555******4444', expires: '07/28' },
  { handle: '3', brand: 'AMEX', masked: '378282*****0005', expires: '' },
]

const EXPIRED_CARD: SavedCard = {
  ...{ handle: '4', brand: 'DISCOVER', masked: '601111******1117', expires: '03/24' },
}

/** Claims of all offers in the gallery. */
export const MUG_OFFER = {
  ...{ item: 'mug-heather', description: 'Heather mug, 300 ml', currency: 'EUR', intent: 'sale' },
  ...{ amount: '12.50', collect: ['email'] },
}

/** A product of the catalogue: the same mug. */
export const MUG_PRODUCT: Omit<ProductLook, 'id'> = {
  ...{ version: 'heather-1', name: 'Heather mug, 300 ml', currency: 'EUR', intent: 'sale' },
  ...{ amount: '12.50', collect: [] },
}

/** The states before a payment. */
export const CHOICES: readonly GalleryState[] = [
  {
    ...{
      name: 'open',
      title: 'One way to pay',
      how: 'Counter, any session with one method: no choice is shown.',
    },
    order: openOrder(),
  },
  {
    ...{ name: 'open-ways', title: 'Several ways to pay', how: 'Counter, “Every way”.' },
    order: openOrder({
      methods: ['saved-card', 'card', 'hosted', 'payment-page'],
      ...{ savedCards: SAVED_CARDS, mayKeepCard: true },
    }),
  },
  {
    ...{ name: 'open-card', title: 'Card fields', how: 'Counter, “A card in the page”.' },
    order: openOrder({ methods: ['card'] }),
  },
  {
    ...{
      name: 'open-keep-card',
      title: 'Card fields that may be kept',
      how: 'Counter, “A customer who may keep a card”.',
    },
    order: openOrder({ methods: ['card'], mayKeepCard: true }),
  },
  {
    ...{
      name: 'open-card-wrong',
      title: 'Card fields left empty',
      how: 'Counter, “A card in the page”. Press the button that pays.',
    },
    order: openOrder({ methods: ['card'] }),
    press: [PAY_BUTTON],
  },
  {
    ...{ name: 'open-saved-cards', title: 'Saved cards', how: 'Counter, “Saved cards”.' },
    order: openOrder({ methods: ['saved-card'], savedCards: SAVED_CARDS }),
  },
  {
    ...{
      name: 'open-card-expired',
      title: 'A saved card that has expired',
      how: 'Counter, “Saved cards”, with a card whose last month is over.',
    },
    order: openOrder({ methods: ['saved-card', 'card'], savedCards: [EXPIRED_CARD, ...SAVED_CARDS] }),
  },
  {
    ...{
      name: 'open-card-remove',
      title: 'A saved card to remove',
      how: 'A session with “mayRemoveCards”. Press the button that removes the card.',
    },
    order: openOrder({
      ...{ methods: ['saved-card', 'card'], savedCards: SAVED_CARDS, mayRemoveCards: true },
    }),
    ...{ press: ['[part=way] button'], shows: 'remove.yes' },
  },
  {
    ...{
      name: 'open-card-missing',
      title: 'Card fields that do not load',
      how: 'Block the address /frames/card of the edge.',
    },
    order: openOrder({ methods: ['card', 'hosted'] }),
    ...{ lacksFrames: true, shows: 'error.network' },
  },
  {
    ...{ name: 'open-cart', title: 'A cart', how: 'Two things in the cart.' },
    order: openOrder(CART),
  },
  {
    ...{ name: 'open-amount', title: 'An amount to choose', how: 'The orchard fund.' },
    offer: {
      ...MUG_OFFER,
      amount: undefined,
      min: '2.00',
      max: '500.00',
      suggested: ['5.00', '10.00', '25.00', '50.00'],
    },
  },
  {
    ...{ name: 'open-quantity', title: 'A quantity to choose', how: 'The mug.' },
    offer: { ...MUG_OFFER, quantity: { min: 1, max: 5 } },
  },
  {
    ...{ name: 'product', title: 'A product', how: 'A product that the desk shows.' },
    product: { ...MUG_PRODUCT, quantity: { min: 1, max: 5 } },
  },
  {
    ...{
      name: 'product-waiting',
      title: 'A product that is still to come',
      how: 'A slow network. Where the product is late, the link in the tag takes its place.',
    },
    ...{ product: MUG_PRODUCT, happens: 'waiting' },
  },
  {
    ...{ name: 'open-collect', title: 'Everything that can be asked', how: 'An offer that collects it all.' },
    offer: { ...MUG_OFFER, collect: ['email', 'name', 'phone', 'billing', 'shipping'] },
  },
  {
    ...{
      name: 'open-fields-wrong',
      title: 'Fields that are wrong',
      how: 'The mug without an email address. Press the button that pays.',
    },
    offer: MUG_OFFER,
    ...{ press: [PAY_BUTTON], shows: 'wrong.email' },
  },
  {
    ...{ name: 'open-terms', title: 'Terms to agree to', how: '“termsRequired” of the setting MERCHANT.' },
    order: openOrder(),
    asksTerms: true,
  },
  {
    ...{
      name: 'open-terms-missed',
      title: 'Terms not agreed to',
      how: 'The same. Press the button that pays, without a tick.',
    },
    order: openOrder(),
    ...{ asksTerms: true, press: [PAY_BUTTON], shows: 'wrong.terms' },
  },
  {
    ...{ name: 'open-preauth', title: 'A sum to reserve', how: 'The guest room.' },
    order: openOrder(ROOM),
  },
  {
    ...{ name: 'open-verify', title: 'A card to verify', how: 'Counter, “Verify a card”.' },
    order: openOrder(VERIFY),
  },
  {
    ...{ name: 'open-payout', title: 'Money to receive', how: 'Counter, “Receive money”.' },
    order: openOrder({
      ...PAYOUT,
      methods: ['payout-bank', 'payout-card', 'payout-ewallet', 'payout-phone', 'payout-page'],
    }),
  },
  {
    ...{
      name: 'open-payout-bank',
      title: 'Money to a bank account',
      how: 'Counter, “Receive money on a bank account”.',
    },
    order: openOrder({ ...PAYOUT, methods: ['payout-bank'] }),
  },
  {
    ...{ name: 'open-disabled', title: 'Switched off by the page', how: 'The attribute “disabled”.' },
    order: openOrder(),
    attributes: { disabled: '' },
  },
]
