/** The styles of the desk's elements: the tag's tokens, the desk's own rules on them, and the element's. */
import { type CSSResult, unsafeCSS } from 'lit'
import { tokenSheet } from '../../widget/theme/tokens.ts'
import sheet from './desk.css?inline'

const shared = unsafeCSS(tokenSheet() + sheet)

/** @param own The element's own sheet. */
export const stylesWith = (own: string): CSSResult[] => [shared, unsafeCSS(own)]
