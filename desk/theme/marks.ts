/** Small drawings that several pages share. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Outcome } from '../../shared/order-outcome.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { refusalText } from '../session/refusal-text.ts'
import type { Words } from '../texts/en.ts'
import { type IconName, icon } from './icons.ts'
import { MOODS } from './outcome-mood.ts'

/** What became of an order, as a pill with its word. */
export const outcomePill = (outcome: Outcome, words: Words) =>
  html`<span class="pill ${MOODS[outcome]}">${words.outcomes[outcome]}</span>`

/** The badge of orders with which no money moves. */
export const testBadge = (words: Words) =>
  html`<span class="pill notice" title=${words.testHint}>${words.test}</span>`

/** Words that nobody must miss, with smaller print below. */
export const alertBox = (
  tone: 'bad' | 'good' | 'notice' | '',
  drawing: IconName,
  text: unknown,
  small = '',
) =>
  html`<div class="alert ${tone}">${icon(drawing)}<div>
    <p>${text}</p>${small ? html`<p><small>${small}</small></p>` : nothing}
  </div></div>`

/** A refusal in words, with the codes that support can look up. */
export function refusalBox(refusal: Refusal, words: Words): TemplateResult {
  const { text, codes } = refusalText(refusal, words)
  return alertBox('bad', 'alert', text, codes)
}

/** While the first answer is on its way. */
export const loading = (words: Words) =>
  html`<p class="empty" role="status"><span class="unseen">${words.loading}</span><span class="spinner waiting"></span></p>`
