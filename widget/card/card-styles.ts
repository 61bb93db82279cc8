/** The card form's looks: those of the tag around it, by the same tokens and the same rules for controls. */
import type { ConnectMessage } from '../../shared/frame-messages.ts'
import { controlStyles } from '../control-styles.ts'
import { css } from '../css.ts'
import { TOKENS, tokenSheet } from '../tokens.ts'

const layout = css`
  * { box-sizing: border-box; margin: 0; padding: 0; }
  /* Room for focus rings; the tag lets the frame stand out by as much. */
  body { padding: .375rem; font: var(--_font); color: var(--_text); background: none; overflow: hidden; }
  form { display: grid; grid-template-columns: 5fr 4fr; gap: .375rem .625rem; }
  /* Labels, inputs and what is wrong lie in rows of their own, however they wrap. */
  [part~=field] { display: grid; grid-row: span 3; grid-template-rows: subgrid; align-items: end; min-inline-size: 0; }
  small { align-self: start; }
  [part~=number], [part~=holder] { grid-column: 1 / -1; }
  label, small { font-size: .875em; }
  small:empty { display: none; }
  input { text-align: start; }
  [part~=number] input, [part~=expiry] input, [part~=code] input { direction: ltr; font-variant-numeric: tabular-nums; }
  [dir=rtl] :is([part~=number], [part~=expiry], [part~=code]) input { text-align: end; }
  @media (width <= 15rem) { form { grid-template-columns: 1fr; } }
`

/** Everything, in the order in which it is to apply. */
export const cardStyles = [tokenSheet().replace(':host', ':root'), controlStyles, layout].join('')

/** What a value of a token may be made of. There is no `url()` in it, no `;` and no way out of its declaration. */
const PLAIN_VALUE = /^(?!.*url)[\w\s#%.,+*/()"'-]{1,200}$/i

/** Darker than this, of 255, is a dark page. */
const MIDDLE = 128

/** Takes over how the tag is drawn. What is no plain value is left out. */
export function wear(root: HTMLElement, { direction, canvas, look }: Omit<ConnectMessage, 'type'>) {
  const { style } = root
  root.dir = direction === 'rtl' ? 'rtl' : 'ltr'
  // Not by what the shopper prefers: many pages know no dark colours, and browsers draw a frame of another scheme opaque.
  style.colorScheme = Number(/^rgb\((\d+)/.exec(canvas)?.[1] ?? MIDDLE) < MIDDLE ? 'dark' : 'light'
  for (const name of Object.keys(TOKENS)) {
    const value = look[name]
    if (typeof value === 'string' && PLAIN_VALUE.test(value)) style.setProperty(`--pay-${name}`, value)
  }
}
