/** Draws what `screenOf` has decided: the words, the fields, and the shopper's actions. */
import { html, nothing, type TemplateResult } from 'lit'
import { alertText, pushButton, SPINNER, words } from '../look/controls.ts'
import { icon } from '../look/icons.ts'
import { frameOf } from '../order/ways.ts'
import type { Screen, ScreenAction, StatusScreen } from '../screen/screen.ts'
import { sumLabel } from '../screen/sum-label.ts'
import type { Text } from '../screen/text.ts'
import { phrase } from './phrase.ts'
import { receipt, withdrawalLink } from './receipt.ts'
import type { RenderContext } from './render-context.ts'

/** Draws a screen. */
export function renderScreen(screen: Screen, context: RenderContext): TemplateResult {
  const { empty, earlier, status, pay, promise, problem, showsLink, actions, leadsOut, leadsToSupport } =
    screen
  const { say, tell, fields, isFormMissing, isKept, fullPage } = context
  if (empty) {
    const text = html`<p .textContent=${say(empty)}></p>`
    return empty === 'empty' ? html`<slot>${text}</slot>` : text
  }
  // The fields have one place in every panel, so that a frame in them stays as it is from a payment to its decline.
  return html`${earlier ? drawEarlier(earlier, context) : nothing}
    ${status && drawStatus(status, context)}
    ${pay || isKept ? html`<div part="fields" .hidden=${!pay}>${fields()}</div>` : nothing}
    ${screen.panel === 'broken' ? nothing : html`<div role="alert">${problem ? (problem.isNews ? news : alertText)(tell(problem.text)) : nothing}</div>`}
    ${showsLink ? html`<slot></slot>` : nothing}
    <div part="actions">
      ${pay && !isFormMissing() ? payButton(tell(pay), promise ? tell(promise) : '', context) : nothing}
      ${actions.filter(isMain).map((action) => button(action, context))}
      ${leadsOut ? html`<a part="button secondary" href=${fullPage} target="_top" .textContent=${say('page')}></a>` : nothing}
      <div part="links">${actions.filter((action) => !isMain(action)).map((action) => button(action, context))}${leadsToSupport ? contact(context) : nothing}${status?.look.hasReceipt ? withdrawalLink(context) : nothing}</div>
    </div>`
}

/** What the shopper may also do stands in one row, below what they are most likely to do. */
const isMain = ({ rank }: ScreenAction) => rank !== 'quiet'

/** One line on what an earlier visit paid, and the way to its receipt. */
const drawEarlier = (earlier: Text, { say, tell, isBusy, disabled, act }: RenderContext) =>
  html`<small part="note">${words(tell(earlier))} ${pushButton(say('earlier.show'), 'quiet', () => act('receipt'), isBusy, disabled)}</small>`

function drawStatus(status: StatusScreen, context: RenderContext) {
  const { look, heading, texts, supportId, charges } = status
  const { mood, mark, hasReceipt } = look
  const { say, tell, price, locale } = context
  const text = texts.map(tell).join(' ')
  return html`<div part="panel ${mood}">
      <div part="mark">${mark ? icon(mark) : SPINNER}</div>
      <h2 id="status" part="status" tabindex="-1" aria-describedby="status-text" .textContent=${say(heading)}></h2>
      <p id="status-text" part="text">${phrase(text, price(texts[0]?.amount), locale)}</p>
      <slot name=${mood === 'good' ? 'success' : mood === 'bad' ? 'error' : mood}></slot>
      ${hasReceipt ? receipt(context) : html`<small part="support" .textContent=${supportId ? say('support', { id: supportId }) : ''}></small>`}
      ${charges.map((charge) => (charge.isOwed ? alertText : news)(tell(charge)))}
    </div>`
}

/** Leads to the shop's support, where the merchant has named one. The payment's page stays open. */
const contact = ({ support, say }: RenderContext) =>
  html`<a part="button quiet" href=${support} target="_blank" .textContent=${say('contact')}></a>`

/**
 * While the edge works on the click, the button is locked and says so; it does not disappear. Where its words lack the sum,
 * as laws on orders ask in some countries, the sum stands above it: the head may have scrolled away.
 */
const payButton = (
  label: string,
  promise: string,
  {
    intent,
    isBusy,
    isForeign,
    disabled,
    pausedUntil,
    say,
    phrase,
    method,
    amount,
    locale,
    view,
  }: RenderContext,
) => html`<slot name="terms"></slot>${promise ? html`<small part="note" id="promise" .textContent=${promise}></small>` : nothing}<p id="total" part="total">${label.includes(amount) ? nothing : html`<small .textContent=${say(sumLabel(intent, view) || 'total')}></small><bdi translate="no" lang=${locale} .textContent=${amount}></bdi>`}</p><button
  part="button primary" aria-describedby=${promise ? 'promise' : 'total'} .disabled=${!method || disabled || !!pausedUntil} aria-disabled=${isBusy}
>${phrase(label)}${isBusy ? html`<span class="busy">${SPINNER}${words(say('working'))}</span>` : nothing}</button>
${!method || (isForeign && frameOf(method)) ? nothing : html`<small part="note">${icon('lock')}${frameOf(method) ? host() : words(say('note'))}</small>`}`

/**
 * The seller's host, as the browser shows it above the page; in a frame of another site it shows that site's. Real shops have
 * no port.
 */
const host = () => html`<bdi translate="no" .textContent=${location.hostname}></bdi>`

function button(
  { action, label, rank }: ScreenAction,
  { say, isBusy, disabled, wayBack, act }: RenderContext,
) {
  if (action === 'back') return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(label)}></a>`
  return pushButton(say(label), rank, () => act(action), isBusy, disabled)
}

const news = (text: string) => html`<small part="note" .textContent=${text}></small>`
