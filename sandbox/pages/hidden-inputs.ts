import { html } from 'hono/html'
import type { Markup } from './page.ts'

/** Names and values that a form carries along unseen. */
export const hiddenInputs = (values: Readonly<Record<string, string>>): Markup =>
  html`${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
