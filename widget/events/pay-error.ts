/** Why an attempt or the tag itself failed. */
export interface PayError {
  readonly code: string
  /** Whether the shopper can go on in the same tag. */
  readonly recoverable: boolean
  /** Path such as `billing.city`, where one field is the reason. */
  readonly field?: string
  /** The shopper quotes it to the shop's support; empty if the edge never answered. */
  readonly supportId: string
}
