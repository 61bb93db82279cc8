/** The script of the edge's card frame. */
import { CARD_METHODS } from './fields/card-methods.ts'
import { openFrame } from './fields/open-frame.ts'

openFrame(window, CARD_METHODS)
