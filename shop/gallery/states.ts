/** Every state that the tag can show. */

import type { GalleryState } from './state.ts'
import { CHOICES } from './states-before-payment.ts'
import { NOT_PAID, PAID } from './states-of-outcomes.ts'
import { BROKEN, REFUSED } from './states-refused.ts'
import { UNDER_WAY } from './states-under-way.ts'

/** A heading and the states below it. */
export interface GalleryGroup {
  readonly title: string
  readonly states: readonly GalleryState[]
}

/** Everything that the gallery shows, in its order. */
export const GALLERY: readonly GalleryGroup[] = [
  { title: 'Before paying', states: CHOICES },
  { title: 'Refused', states: REFUSED },
  { title: 'Under way', states: UNDER_WAY },
  { title: 'Paid', states: PAID },
  { title: 'Not paid', states: NOT_PAID },
  { title: 'Nothing to pay', states: BROKEN },
]

/** The same as one list. */
export const GALLERY_STATES: readonly GalleryState[] = GALLERY.flatMap(({ states }) => states)
