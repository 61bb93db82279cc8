/** A shopper in a hurry: fills in each field that is empty and has to be filled in, counts them, and presses the button once. */
import type { Frame, Tab } from '../browser.ts'
import { pay, payLabel } from '../pages/shop.ts'
import { EMAIL } from './shopper.ts'

/** Name of HTML's autofill → what the shopper types there. */
const ANSWERS: Readonly<Record<string, string>> = {
  ...{ email: EMAIL, name: 'Ann Example', tel: '+353 1 496 0000' },
  ...{
    'address-line1': '1 Main Street',
    'address-level2': 'Dublin',
    'address-level1': 'OH',
    'postal-code': '43017',
  },
  ...{ 'cc-number': '4444555566661111', 'cc-exp': '12/39', 'cc-csc': '123', 'cc-name': 'Ann Example' },
}

/** An empty field: its id, and the last word of its autofill name. */
type Field = readonly [id: string, meaning: string]

/** The first field under `root` that the shopper sees, has to fill in, and that is empty. */
const firstEmpty = (page: Frame, root: string) =>
  page.evaluate<Field | null>(`(() => {
    const fields = [...${root}.querySelectorAll('input, select')]
    const empty = fields.find((one) => one.required && !one.value && one.checkVisibility())
    return empty ? [empty.id, empty.autocomplete.split(' ').at(-1)] : null
  })()`)

/** @returns How many fields it filled in. */
async function fillIn(page: Frame, root: string, within: string, answers: typeof ANSWERS): Promise<number> {
  // One after the other: a field may fill in another one.
  for (let fields = 0; ; fields += 1) {
    const [id, meaning = ''] = (await firstEmpty(page, root)) ?? []
    if (id === undefined) return fields
    const answer = answers[meaning]
    if (answer === undefined) throw new TypeError(`The shopper does not know what to type as ${meaning}`)
    await page.type(`${within}[id="${id}"]`, answer)
  }
}

/**
 * Pays with a card that is typed in the page.
 *
 * @param answers Typed instead of the shopper's usual ones, by name of HTML's autofill.
 * @returns How many fields it filled in.
 */
export async function payInAHurry(tab: Tab, answers: typeof ANSWERS = {}): Promise<number> {
  const known = { ...ANSWERS, ...answers }
  await payLabel(tab)
  const own = await fillIn(tab, 'document.querySelector("pay-checkout").shadowRoot', 'pay-checkout ', known)
  const form = await tab.frame('pay-checkout iframe[part~=card]')
  await form.text('input')
  const card = await fillIn(form, 'document', '', known)
  await pay(tab)
  return own + card
}
