/** Every text that the script of the bot check shows; the edge writes the others (`shared/page-texts.ts`). */
export const CHECK_TEXTS = {
  wait: 'One moment…',
  act: 'Please confirm below.',
  passed: 'Thank you.',
  failed: 'This check did not work. Please try again.',
  incomplete: 'This address is not complete. Please go back to the shop and try again.',
} as const

/** A key of the texts above. */
export type CheckTextKey = keyof typeof CHECK_TEXTS
