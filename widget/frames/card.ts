/** The script of the edge's card frame. */
import { CARD_ASKING } from './fields/card-methods.ts'
import { openFrame } from './fields/open-frame.ts'

openFrame(window, CARD_ASKING)
