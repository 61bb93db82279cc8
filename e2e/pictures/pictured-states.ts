/** Which states of the gallery have pictures. None of them shows a time of the day, a random code, or a dialog. */

/** Looked at on a phone and on a desk. */
export const PICTURED = [
  ...['open', 'open-ways', 'open-card', 'open-keep-card', 'open-card-wrong', 'open-saved-cards'],
  ...['open-card-expired', 'open-card-missing', 'open-cart', 'open-amount', 'open-quantity', 'open-collect'],
  ...['open-fields-wrong', 'open-terms', 'open-preauth', 'open-verify', 'open-payout', 'open-payout-bank'],
  ...[
    'open-disabled',
    'redirect',
    'redirect-ways',
    'unknown',
    'approved',
    'declined',
    'cancelled',
    'expired',
  ],
  ...['voided', 'returned', 'partially-returned', 'approved-offer', 'approved-cart', 'approved-preauth'],
  ...['approved-verify', 'approved-payout', 'declined-funds', 'declined-security-code', 'declined-ways'],
  ...['offer-sold-out', 'broken', 'product-missing'],
] as const

/** Looked at in dark colours, from right to left, in forced colours and at 320 px besides. */
export const PICTURED_CLOSELY = [
  ...['open', 'open-ways', 'open-card', 'open-card-wrong', 'open-saved-cards', 'open-cart'],
  ...['open-collect', 'open-payout-bank', 'redirect', 'approved-offer', 'declined-ways', 'unknown'],
] as const

/** Looked at in other engines. */
export const PICTURED_IN_ENGINES = [
  ...PICTURED_CLOSELY,
  ...['open-amount', 'open-terms', 'open-verify', 'approved', 'declined', 'cancelled', 'returned', 'broken'],
] as const
