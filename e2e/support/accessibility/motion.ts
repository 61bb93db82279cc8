import type { Page } from 'playwright'

const ENDED = `[document, ...[...document.querySelectorAll('pay-checkout')].map((tag) => tag.shadowRoot)]
  .flatMap((root) => root?.getAnimations() ?? [])
  .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
  .forEach((motion) => motion.finish())`

/** Ends what moves in the tags: a panel that appears is pale for a moment, and grows. Spinners turn for ever. */
export const endMotion = (page: Page): Promise<unknown> => page.evaluate(ENDED)
