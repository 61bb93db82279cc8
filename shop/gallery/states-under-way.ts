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
    session: 'starting.gallery',
  },
  BY_STATUS.sending,
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
    ...{ step: 'page', attributes: { presentation: 'popup' }, press: PAY_BUTTON },
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
  BY_STATUS.challenge,
  {
    ...{
      name: 'challenge-silent',
      title: 'The bank does not load',
      how: 'Counter, card 4000 0000 0000 2008 with the bank blocked; after eight seconds.',
    },
    order: triedOrder('challenge', { methods: ['card'] }),
    step: 'nothing',
  },
  {
    ...{
      name: 'challenge-stop',
      title: 'Stop at the bank?',
      how: 'Counter, card 4000 0000 0000 2008. Press the cross.',
    },
    order: triedOrder('challenge', { methods: ['card'] }),
    ...{ step: 'bank', press: 'dialog [part~=close]' },
  },
  BY_STATUS.processing,
  BY_STATUS.unknown,
  {
    ...{
      name: 'connection-lost',
      title: 'The connection is lost',
      how: 'Go offline with an order open. Press the button that pays.',
    },
    order: openOrder(),
    press: PAY_BUTTON,
  },
]
