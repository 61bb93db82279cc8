/** The attributes and properties of the tag, as Lit declares them. The class documents each. */

/** A property that follows its attribute, and has its default without one. */
const TEXT = { reflect: true, useDefault: true }
const FLAG = { ...TEXT, type: Boolean }

/** A property without an attribute. Setting it always draws again, since a page may have changed the same object. */
const OBJECT = { attribute: false, hasChanged: () => true }

/** Properties that are texts, also where a page sets a number or a list. */
const TEXTS = {
  ...{ edge: TEXT, offer: TEXT, session: TEXT, quantity: TEXT, amount: TEXT, presentation: TEXT },
  returnUrl: { ...TEXT, attribute: 'return-url' },
  returnJoin: { ...TEXT, attribute: 'return-join' },
  ...{ locale: TEXT, methods: TEXT, theme: TEXT },
} as const

/** Names of the properties that are texts. */
export const TEXT_NAMES = Object.keys(TEXTS) as (keyof typeof TEXTS)[]

/** All reactive properties. */
export const PROPERTIES = {
  ...TEXTS,
  ...{ disabled: FLAG, required: FLAG },
  // Never reflected: it names a person.
  customer: { ...OBJECT, attribute: true },
  ...{ labels: OBJECT, offers: OBJECT },
}
