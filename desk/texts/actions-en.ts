/** The words of everything that a person does with an order, in English: by what the order is for. */
import type { FollowUpKind, Intent } from '../../shared/order-view.ts'
import { alike, type ByIntent } from './by-intent.ts'

/** What a dialog asks, says of the effect, offers and reports. */
export interface ActionWords {
  readonly heading: string
  readonly effect: (sum: string) => string
  readonly do: (sum: string) => string
  readonly done: (sum: string) => string
}

/** The question and the risk of a declaration that the gateway never took something. */
type DeclarationWords = Pick<ActionWords, 'heading' | 'effect'>

const KEY = 'The order keeps the name of your key.'
const ASK = 'Ask the gateway’s support first.'

/** What is in doubt → words: an attempt by the order's intent, a follow-up by its kind. */
const NEVER_TOOK: Readonly<Record<Intent | FollowUpKind, DeclarationWords>> = {
  sale: {
    heading: 'Declare that the gateway never took this payment?',
    effect: (sum) => `${ASK} If the payment of ${sum} did go through, the shopper may pay twice. ${KEY}`,
  },
  preauth: {
    heading: 'Declare that the gateway never took this preauthorization?',
    effect: (sum) =>
      `${ASK} If the preauthorization of ${sum} did go through, another one may hold the money twice. ${KEY}`,
  },
  verify: {
    heading: 'Declare that the gateway never took this card verification?',
    effect: () => `${ASK} If it did go through, the card may be verified twice. No money moves. ${KEY}`,
  },
  payout: {
    heading: 'Declare that the gateway never took this payout?',
    effect: (sum) =>
      `${ASK} If the payout of ${sum} did go through, another payout pays the person twice. ${KEY}`,
  },
  capture: {
    heading: 'Declare that the gateway never took this capture?',
    effect: (sum) =>
      `${ASK} If the capture of ${sum} did go through, another capture may take the money twice. ${KEY}`,
  },
  void: {
    heading: 'Declare that the gateway never took this void?',
    effect: (sum) =>
      `${ASK} If the void of ${sum} did go through, you have no money, although the order may still show the payment. ${KEY}`,
  },
  return: {
    heading: 'Declare that the gateway never took this refund?',
    effect: (sum) =>
      `${ASK} If the refund of ${sum} did go through, another refund may give the same money back twice. ${KEY}`,
  },
  'payout-pay': {
    heading: 'Declare that the gateway never took this payout?',
    effect: (sum) =>
      `${ASK} If the payout of ${sum} did go through, another payout pays the person twice. ${KEY}`,
  },
}

const CANCEL = {
  ...{ heading: 'Cancel this order?', do: () => 'Cancel order', done: () => 'The order is cancelled.' },
}
const REFUND = {
  heading: 'Refund this payment?',
  do: (sum: string) => `Refund ${sum}`,
  done: (sum: string) => `${sum} refunded.`,
}
const VOID = { do: (sum: string) => `Void ${sum}`, done: (sum: string) => `${sum} voided.` }
const VOID_PAYMENT = {
  ...VOID,
  heading: 'Void this payment?',
  effect: (sum: string) =>
    `The whole payment of ${sum} is undone before settlement, and the shopper is not charged. You cannot undo this.`,
}

export const ACTIONS_ENGLISH = {
  capture: alike<ActionWords>({
    heading: 'Capture this payment?',
    effect: (sum) =>
      `${sum} is taken from the shopper’s card. A payment is captured once: what you do not capture is released.`,
    do: (sum) => `Capture ${sum}`,
    done: (sum) => `${sum} captured.`,
  }),
  void: {
    ...alike<ActionWords>(VOID_PAYMENT),
    preauth: {
      ...VOID,
      heading: 'Release this hold?',
      effect: (sum: string) =>
        `The hold of ${sum} is released, and the shopper is not charged. You cannot undo this.`,
    },
  },
  return: alike<ActionWords>({
    ...REFUND,
    effect: (sum) => `${sum} goes back to the shopper’s card. You cannot undo this.`,
  }),
  /** Of a payment that the gateway names no card of. */
  'return-elsewhere': alike<ActionWords>({
    ...REFUND,
    effect: (sum) => `${sum} goes back to the shopper, by the way of the payment. You cannot undo this.`,
  }),
  /** Of a refund that another key asked for. */
  approve: alike<ActionWords>({
    heading: 'Approve this refund?',
    effect: (sum) => `${sum} goes back to the shopper at once. You cannot undo this. ${KEY}`,
    do: (sum) => `Refund ${sum}`,
    done: (sum) => `${sum} refunded.`,
  }),
  'approve-void': alike<ActionWords>({
    ...VOID,
    heading: 'Approve this void?',
    effect: (sum) => `The whole payment or hold of ${sum} is undone at once. You cannot undo this. ${KEY}`,
  }),
  'approve-capture': alike<ActionWords>({
    heading: 'Approve this capture?',
    effect: (sum) =>
      `Only ${sum} is taken, and the rest of the hold is released at once. You cannot undo this. ${KEY}`,
    do: (sum) => `Capture ${sum}`,
    done: (sum) => `${sum} captured.`,
  }),
  refuse: alike<ActionWords>({
    heading: 'Refuse this request?',
    effect: (sum) => `${sum} stays where it is. The key that asked for it has to ask again. ${KEY}`,
    do: () => 'Refuse',
    done: () => 'Refused. No money moved.',
  }),
  cancel: {
    sale: {
      ...CANCEL,
      effect: (sum) =>
        `The shopper can no longer pay ${sum} and reads that the shop cancelled. No money moves. If a payment still arrives, the checkout server returns it.`,
    },
    preauth: {
      ...CANCEL,
      effect: (sum) =>
        `The shopper can no longer have ${sum} put on hold and reads that the shop cancelled. No money moves. If a hold still arrives, the checkout server releases it.`,
    },
    verify: {
      ...CANCEL,
      effect: () =>
        'The shopper can no longer verify a card here and reads that the shop cancelled. No money moves.',
    },
    payout: {
      ...CANCEL,
      effect: (sum) =>
        `The person can no longer receive ${sum} here and reads that the shop cancelled. If they have finished on the payment page, the money may still go out, and the checkout server cannot call it back.`,
    },
  } satisfies ByIntent<ActionWords>,
  refresh: alike<ActionWords>({
    heading: 'Ask the gateway now?',
    effect: () => 'The checkout server asks the gateway for the current state. No money moves.',
    do: () => 'Ask now',
    done: () => 'The gateway has answered.',
  }),
  resend: alike<ActionWords>({
    heading: 'Resend webhooks?',
    effect: () =>
      'The receiver gets the current state of this order once more, and what it did not take before. No money moves. A server that follows the guide ignores a repeat.',
    do: () => 'Resend',
    done: () => 'The webhook is on its way.',
  }),
  'renew-link': alike<ActionWords>({
    heading: 'Make the link again?',
    effect: () =>
      'A change of keys ended the link that was given out. The new one stands on this page: send it to the shopper. No money moves.',
    do: () => 'Make the link',
    done: () => 'The link counts again. Copy it, or send it by mail.',
  }),
  'change-end': alike<ActionWords>({
    heading: 'Change the end of this request?',
    effect: (sum) => `The shopper can pay ${sum} until the new end, by the same link. No money moves.`,
    do: () => 'Change the end',
    done: () => 'The end is changed.',
  }),
  'mail-request': alike<ActionWords>({
    heading: 'Ask for the payment by mail?',
    effect: (sum) =>
      `The checkout server mails a request for ${sum}, with the link to pay, to the address that the order was opened with.`,
    do: () => 'Send the mail',
    done: () => 'The mail is queued. The page shows what becomes of it.',
  }),
  'mail-reminder': alike<ActionWords>({
    heading: 'Remind the shopper by mail?',
    effect: (sum) =>
      `The checkout server mails a reminder of ${sum}, with the link to pay, to the address that the order was opened with.`,
    do: () => 'Send the reminder',
    done: () => 'The mail is queued. The page shows what becomes of it.',
  }),
  'mail-receipt': alike<ActionWords>({
    heading: 'Send the receipt again?',
    effect: () =>
      'The checkout server mails the receipt, as the order stands now, to the address that the shopper used.',
    do: () => 'Send the receipt',
    done: () => 'The mail is queued. The page shows what becomes of it.',
  }),
  sent: alike<ActionWords>({
    heading: 'Mark this order as sent?',
    effect: () =>
      'The order notes that its goods are on their way. No money moves. Where such mails are on, the shopper gets one the first time. Marking it again corrects the parcel.',
    do: () => 'Mark as sent',
    done: () => 'The order is marked as sent.',
  }),
  note: alike<ActionWords>({
    heading: 'Note about this order',
    effect: () => 'The note takes the place of the former one. No money moves.',
    do: () => 'Save the note',
    done: () => 'The note is saved.',
  }),
  erase: alike<ActionWords>({
    heading: 'Erase the shopper’s data?',
    effect: () =>
      'E-mail, name, addresses and phone of this order are deleted for good. Amounts and results stay for your books. No money moves.',
    do: () => 'Erase for good',
    done: () => 'The shopper’s data is erased.',
  }),
  'not-accepted': alike<Pick<ActionWords, 'do' | 'done'>>({
    do: () => 'Declare not accepted',
    done: () => 'Recorded: not accepted.',
  }),
  /** What the declaration risks, by what is in doubt. */
  doubts: NEVER_TOOK,
}
