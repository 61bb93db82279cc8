/** The interface, second part: what the gateway and the bank's pages call. The key in the path lets them in. */
import { rows } from './operation.ts'

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

const back = {
  tag: 'gateway',
  summary: 'Takes the shopper from a hosted page back to the shop',
  pages: '-',
  access: {},
  path: key,
  reply: {
    status: 303,
    description: 'To the shop, with `#pay-order=<id>.<token>` at the end of the address.',
    headers: { Location: 'The shop’s page.' },
  },
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
      'Where the bank’s page takes no form it is a redirect; where no step is due, one to the edge’s own page, with no ' +
      'token.',
    pages: '-',
    access: {},
    path: key,
    reply: { status: 200, description: 'A page that posts itself to the bank.', body: 'text/html' },
    otherReplies: [
      {
        status: 303,
        description: 'On to the gateway’s page, or to the edge’s own.',
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
    reply: { status: 200, description: 'An empty page.', body: 'text/html' },
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
})
