/** All styles of the tag. */
import { unsafeCSS } from 'lit'
import sheet from './tag.css?inline'
import { tokenSheet } from './tokens.ts'

/** The tokens, and the rules that use them. */
export const styles = unsafeCSS(tokenSheet() + sheet)
