import { code, expiry, holder, number } from './fields.ts'
import type { FrameMethods } from './method-fields.ts'
import { CARD_TEXTS } from './texts.ts'

/** What the card frame asks for. */
export const CARD_METHODS: FrameMethods = {
  ways: {
    card: { at: 'card', fields: [number, expiry, code, holder], tellsBrowser: true },
    'saved-card': { at: '', fields: [code], tellsBrowser: true },
  },
  texts: CARD_TEXTS,
}
