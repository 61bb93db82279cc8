/** The interface, second part: what the gateway and the bank's pages call. The key in the path lets them in. */
import { rows } from './api-operation.ts'

const key = { key: 'What lets the caller in: made by the edge for one attempt.' }

const callback = {
  tag: 'gateway',
  summary: 'Tells that something happened at the gateway',
  about: 'Only wakes the order, which then asks for the status. Query, form and JSON are read.',
  pages: '-',
  access: {},
  path: key,
  reply: { status: 200, description: 'It is stored.', body: 'text/plain' },
  problems: ['not-found'],
} as const

/** Where a browser goes that comes back. */
const onward = {
  status: 303,
  description:
    'To the shop, with `#pay-order=<id>.<token>` at the end of the address; from a frame in the shop’s page, or a ' +
    'pop-up over it, to `/frames/done`.',
  headers: { Location: 'That page.' },
} as const

const back = {
  tag: 'gateway',
  summary: 'Takes the shopper from a hosted page back to the shop',
  pages: '-',
  access: {},
  path: key,
  reply: onward,
  problems: ['not-found'],
} as const

/** Where a frame goes when the step that it was to show is not due any more. */
const ended = {
  status: 303,
  description: 'To `/frames/done`, where no such step is due.',
  headers: { Location: 'That page.' },
} as const

const frame = {
  tag: 'gateway',
  pages: '-',
  access: {},
  path: key,
  reply: { status: 200, description: 'A page for a frame in the shop’s page.', body: 'text/html' },
  otherReplies: [ended],
  problems: ['not-found'],
} as const

export const gatewayOperations = rows({
  hearCallback: { ...callback, route: 'GET /callback/{id}/{key}' },
  hearPostedCallback: { ...callback, route: 'POST /callback/{id}/{key}' },
  returnShopper: { ...back, route: 'GET /return/{id}/{key}' },
  returnPostedShopper: { ...back, route: 'POST /return/{id}/{key}' },
  showThreeDsStep: {
    route: 'GET /three-ds/{id}/{key}/step',
    tag: 'gateway',
    summary: 'Sends the browser on to the bank',
    about:
      'Where the bank’s page takes no form it is a redirect; where no step is due, one back to the shop, with no token. ' +
      'That a challenge was opened is noted: its time begins.',
    pages: '-',
    access: {},
    path: key,
    reply: { status: 200, description: 'A page that posts itself to the bank.', body: 'text/html' },
    otherReplies: [
      {
        status: 303,
        description: 'On to the gateway’s page, or back to the shop.',
        headers: { Location: 'That page.' },
      },
    ],
    problems: ['not-found'],
  },
  hearThreeDsMethod: {
    route: 'POST /three-ds/{id}/{key}/method',
    tag: 'gateway',
    summary: 'Hears that the bank’s hidden page is done',
    pages: '-',
    access: {},
    path: key,
    form: { threeDSMethodData: 'As the bank posts it.' },
    reply: onward,
    problems: ['not-found'],
  },
  hearChallenge: {
    ...back,
    route: 'POST /three-ds/{id}/{key}/cres',
    summary: 'Hears what came of a challenge (3-D Secure 2)',
    form: { cres: 'As the bank posts it.', threeDSSessionData: 'As the bank posts it.' },
  },
  hearPares: {
    ...back,
    route: 'POST /three-ds/{id}/{key}/pares',
    summary: 'Hears what came of a challenge (3-D Secure 1.0.2)',
    form: { PaRes: 'As the bank posts it.', MD: 'As the bank posts it.' },
  },
  showMethodFrame: {
    ...frame,
    route: 'GET /frames/method/{id}/{key}',
    summary: 'Runs the bank’s hidden page',
  },
  showChallengeFrame: {
    ...frame,
    route: 'GET /frames/challenge/{id}/{key}',
    summary: 'Shows the bank’s challenge',
    about:
      'The bank’s page is in a frame inside this one. That it was opened is noted: the challenge’s time begins.',
  },
  showGatewayPageFrame: {
    ...frame,
    route: 'GET /frames/gateway-page/{id}/{key}',
    summary: 'Shows the page that the gateway gave',
    about: 'Foreign markup, with an opaque origin.',
  },
  showFormFrame: {
    ...frame,
    route: 'GET /frames/form/{id}/{key}',
    summary: 'Shows the gateway’s own form',
    about: 'The form is in a frame inside this one, as long as somebody may pay there.',
  },
  showDoneFrame: {
    route: 'GET /frames/done',
    tag: 'gateway',
    summary: 'Ends the way through a frame or a pop-up',
    about:
      'Closes a pop-up. Sends the message `pay-checkout:done` to the pages around it. The outcome is the order’s alone.',
    pages: '-',
    access: {},
    reply: { status: 200, description: 'A page that says so.', body: 'text/html' },
    problems: [],
  },
})
