/** Notes for translators: the texts of mails. A text without a note does not compile. */
import type { MAIL_TEXTS } from '../../shared/mail-texts.ts'
import { type Note, notesOf } from './note.ts'

const subject = notesOf('the subject of a mail, and its heading', 64)
const line = notesOf('the first sentence of a mail', 160)
const row = notesOf('a row of a mail', 32)
const link = notesOf('a link in a mail', 48)

const NO_GENDER = 'the name of the shop has any gender and number'

/** Text → its note. */
export const MAIL_NOTES: Readonly<Record<keyof typeof MAIL_TEXTS, Note>> = {
  request: subject('asks for a payment, a reserved sum, or a card’s check'),
  reminder: subject('sent some days before a request ends'),
  'request.sale': line(NO_GENDER),
  'request.preauth': line(NO_GENDER, 'the sum is reserved, not charged yet'),
  'request.verify': line(NO_GENDER, 'nothing is charged'),
  until: line('after a request; a date with its time follows', 'until then, and not after'),
  'open-page': link('to the payment page'),
  private: line('below the link', 'who has the link sees the request'),
  look: link('to the page with the present status'),
  sent: subject('the shop has sent the goods'),
  'sent.text': line(NO_GENDER),
  parcel: row('the number of the parcel follows'),
  withdrawal: link('to the shop’s page where a consumer withdraws, as the law has it'),
  why: line('at the end: why the reader gets it'),
}
