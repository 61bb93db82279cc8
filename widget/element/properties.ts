/** Which attributes and properties the tag has. What each means stands in the class itself. */

/** Without its attribute, a property has its default. */
const TEXT = { reflect: true, useDefault: true }
const FLAG = { ...TEXT, type: Boolean }

/** Properties that are texts, whatever a page sets: a number, or a list of ways to pay. */
const TEXTS = {
  ...{ edge: TEXT, offer: TEXT, session: TEXT, quantity: TEXT, amount: TEXT, presentation: TEXT },
  returnUrl: { ...TEXT, attribute: 'return-url' },
  returnJoin: { ...TEXT, attribute: 'return-join' },
  ...{ locale: TEXT, methods: TEXT, theme: TEXT },
} as const

/** Names of the properties that are texts. */
export const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

/** The reactive properties of the tag, as Lit declares them. */
export const PROPERTIES = {
  ...TEXTS,
  ...{ disabled: FLAG, required: FLAG },
  ...{ customer: { attribute: false }, labels: { attribute: false } },
}
