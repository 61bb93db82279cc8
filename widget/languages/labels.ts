import type { TextKey } from '../frames/fields/field-texts.ts'
import type { LabelKey } from '../screen/english-texts.ts'

/** A page's own wording: of the tag's texts, and of those in the edge's frames, after `frame.`. */
export type Labels = { readonly [Key in LabelKey | `frame.${TextKey}`]?: string }
