/** Draws what `screenOf` has decided: the words, the fields, and the shopper's actions. */
import { html, nothing, type TemplateResult } from 'lit'
import { alertText, pushButton, SPINNER, words } from '../look/controls.ts'
import { icon } from '../look/icons.ts'
import { frameOf } from '../order/ways.ts'
import type { Screen, ScreenAction, StatusScreen } from '../screen/screen.ts'
import { phrase } from './phrase.ts'
import { receipt } from './receipt.ts'
import type { RenderContext } from './render-context.ts'

/** Draws a screen. */
export function renderScreen(screen: Screen, context: RenderContext): TemplateResult {
  const { empty, status, pay, problem, showsLink, actions, leadsOut, leadsToSupport } = screen
  const { say, tell, fields, isKept, fullPage } = context
  if (empty) {
    const text = html`<p .textContent=${say(empty)}></p>`
    return empty === 'empty' ? html`<slot>${text}</slot>` : text
  }
  // The fields have one place in every panel, so that a frame in them stays as it is from a payment to its decline.
  return html`${status && drawStatus(status, context)}
    ${pay || isKept ? html`<div part="fields" .hidden=${!pay}>${fields()}</div>` : nothing}
    ${screen.panel === 'broken' ? nothing : html`<div role="alert">${problem ? (problem.isNews ? news : alertText)(tell(problem.text)) : nothing}</div>`}
    ${showsLink ? html`<slot></slot>` : nothing}
    <div part="actions">
      ${pay ? payButton(tell(pay), context) : nothing}
      ${actions.map((action) => button(action, context))}
      ${leadsOut ? html`<a part="button secondary" href=${fullPage} target="_top" .textContent=${say('page')}></a>` : nothing}
      ${leadsToSupport ? contact(context) : nothing}
    </div>`
}

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
  { isBusy, disabled, pausedUntil, say, method, amount, locale }: RenderContext,
) => html`<slot name="terms"></slot><p id="total" part="total" translate="no" lang=${locale} .textContent=${label.includes(amount) ? '' : amount}></p><button
  part="button primary" aria-describedby="total" .disabled=${!method || disabled || !!pausedUntil} aria-disabled=${isBusy}
>${isBusy ? html`${SPINNER}${words(say('working'))}` : phrase(label, amount, locale)}</button>
${!method || frameOf(method) ? nothing : html`<small part="note">${icon('lock')}${words(say('note'))}</small>`}`

function button(
  { action, label, rank }: ScreenAction,
  { say, isBusy, disabled, wayBack, act }: RenderContext,
) {
  if (action === 'back') return html`<a part="button ${rank}" href=${wayBack} .textContent=${say(label)}></a>`
  return pushButton(say(label), rank, () => act(action), isBusy, disabled)
}

const news = (text: string) => html`<small part="note" .textContent=${text}></small>`
