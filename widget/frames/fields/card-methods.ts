import { CARD_TEXTS } from './field-texts.ts'
import { code, expiry, holder, number } from './fields.ts'
import type { FrameMethods } from './method-fields.ts'

/** What the card frame asks for. */
export const CARD_METHODS: FrameMethods = {
  methods: {
    card: { at: 'card', fields: [number, expiry, code, holder], sendsBrowserData: true },
    'saved-card': { at: '', fields: [code], sendsBrowserData: true },
  },
  texts: CARD_TEXTS,
}
