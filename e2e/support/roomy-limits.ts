/** Limits with which offers take cards in the page, and nothing runs low: all stories share a network and a card. */
export const ROOMY_LIMITS = {
  ...{ cardsForOffers: 'auto', failuresForAttack: 1_000 },
  ...{ triesPerNetwork: 1_000, triesPerEmail: 1_000, triesPerCard: 1_000 },
} as const
