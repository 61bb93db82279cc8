/** The table of brands without what changes it, which no frame does. A release in which a cut cannot be made fails the build. */
import type { Plugin } from 'vite'
import { type Cut, replaceOnce } from './replace-once.ts'

const CUTS: readonly Cut[] = [
  ['var __assign = ', 'var cardTypes = ', ''],
  ['var ORIGINAL_TEST_ORDER = ', 'function findType(', 'var testOrder = Object.values(cardNames);'],
  ['function getCardPosition(', 'function creditCardType(', ''],
  ['creditCardType.getTypeInfo = ', 'creditCardType.types = ', ''],
]

/** Leaves the parts of credit-card-type that only whoever changes its table calls out of a frame. */
export const fittedCardTypes = (): Plugin => ({
  name: 'fitted-card-types',
  transform(code, id) {
    if (!/\/credit-card-type\/dist\/index\.js(\?|$)/.test(id)) return
    return { code: CUTS.reduce(replaceOnce, code), map: null }
  },
})
