import { openOrder, triedOrder } from './orders.ts'
import { type GalleryState, PAY_BUTTON } from './state.ts'
import { BY_STATUS } from './states-by-status.ts'

/** The states from the click to the outcome. */
export const UNDER_WAY: readonly GalleryState[] = [
  {
    ...{
      name: 'starting',
      title: 'The edge does not answer',
      how: 'End the edge and open a counter page again.',
    },
    ...{ session: 'starting.gallery', shows: 'starting' },
  },
  {
    ...{
      name: 'starting-long',
      title: 'The edge does not answer for long',
      how: 'The same, ten seconds later.',
    },
    ...{ session: 'starting-long.gallery', happens: 'late', shows: 'starting.long' },
  },
  {
    ...{
      name: 'working-long',
      title: 'A press that takes long',
      how: 'Press the button that pays when the edge asks to wait, as under an attack; ten seconds later.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'too-many-requests', retryAfterSeconds: 30 } },
    ...{ happens: 'late', shows: 'working.long' },
  },
  {
    ...{
      name: 'check',
      title: 'A check that a person pays',
      how: 'The edge sees signs of an attack. Press the button that pays.',
    },
    order: openOrder(),
    ...{ press: [PAY_BUTTON], answer: { code: 'check-needed' }, happens: 'dialog', shows: 'person' },
  },
  {
    ...{ name: 'offline', title: 'Offline', how: 'Switch the network off with an order open.' },
    ...{ order: openOrder(), happens: 'offline', shows: 'offline' },
  },
  BY_STATUS.sending,
  {
    ...{
      name: 'sending-long',
      title: 'Preparing for long',
      how: 'The gateway does not answer for ten seconds: see the faults of the sandbox.',
    },
    ...{ order: triedOrder('sending'), happens: 'late', shows: 'sending.long' },
  },
  {
    ...{
      name: 'leaving',
      title: 'On the way to the payment page',
      how: 'For a moment after the button is pressed.',
    },
    ...{ order: openOrder(), press: [PAY_BUTTON], answer: triedOrder('redirect', { seq: 2 }) },
    ...{ step: 'slow', shows: 'leaving' },
  },
  {
    ...{
      name: 'leaving-long',
      title: 'A payment page that does not open',
      how: 'The gateway’s page does not open for ten seconds.',
    },
    ...{ order: openOrder(), press: [PAY_BUTTON], answer: triedOrder('redirect', { seq: 2 }) },
    ...{ step: 'slow', happens: 'late', shows: 'leaving.long' },
  },
  BY_STATUS.redirect,
  {
    ...{
      name: 'redirect-ways',
      title: 'Waiting, with other ways',
      how: 'Counter, “Every way”, and back from the payment page.',
    },
    order: triedOrder('redirect', {
      methods: ['hosted', 'card'],
    }),
    step: 'page',
  },
  {
    ...{
      name: 'redirect-popup',
      title: 'The payment page in a window of its own',
      how: 'Counter, “Every way”, presentation “popup”. Press the button that goes on.',
    },
    order: triedOrder('redirect', { methods: ['hosted', 'card'] }),
    ...{ step: 'page', attributes: { presentation: 'popup' }, press: [PAY_BUTTON], shows: 'popup' },
  },
  {
    ...{
      name: 'elsewhere',
      title: 'Begun in another browser',
      how: 'Open the address to which the payment page returns in another browser.',
    },
    ...{ order: triedOrder('redirect'), step: 'page', happens: 'return', shows: 'elsewhere' },
  },
  {
    ...{
      name: 'redirect-frame',
      title: 'The payment page in a frame',
      how: 'Counter, “The payment page”, presentation “frame”.',
    },
    order: triedOrder('redirect'),
    step: 'gateway',
  },
  BY_STATUS.method,
  {
    ...{
      name: 'method-long',
      title: 'The bank checks for long',
      how: 'Counter, card 4000 0000 0000 8005; for the last two of twelve seconds.',
    },
    order: triedOrder('method', { methods: ['card'] }),
    ...{ happens: 'late', shows: 'method.long' },
  },
  BY_STATUS.challenge,
  {
    ...{
      name: 'challenge-silent',
      title: 'The bank does not load',
      how: 'Counter, card 4000 0000 0000 2008 with the bank blocked; after eight seconds.',
    },
    order: triedOrder('challenge', { methods: ['card'] }),
    ...{ step: 'nothing', shows: 'late' },
  },
  {
    ...{
      name: 'challenge-stop',
      title: 'Stop at the bank?',
      how: 'Counter, card 4000 0000 0000 2008. Press the cross.',
    },
    order: triedOrder('challenge', { methods: ['card'] }),
    ...{ step: 'bank', press: ['dialog [part~=close]'], shows: 'stop' },
  },
  BY_STATUS.processing,
  BY_STATUS.unknown,
]
