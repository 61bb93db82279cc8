/**
 * The looks of the frames of fields: those of the tag around them, by the same tokens. Of the tag's rules for controls
 * (`theme/controls.css`) they have what an input needs, since a frame is loaded for its few fields alone.
 */
import { tokenSheet } from '../../theme/tokens.ts'
import layout from './fields.css?inline'

/** Everything, in the order in which it is to apply. */
export const frameStyles = tokenSheet().replace(':host', ':root') + layout
