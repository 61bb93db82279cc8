/** The texts that the order list can be searched for: those that the edge takes, and that the desk therefore sends. */

/** A reference, an order's id or the beginning of one, or a support id. */
export const NAME_PATTERN = /^[A-Za-z0-9_-]{1,100}$/

/** The same, or the name of a request at the gateway: the reference, the attempt's number where it is not 1, and a mark. */
export const SEARCH_PATTERN = /^[A-Za-z0-9_-]{1,100}((\.\d{1,4})?\.[a-z2-7]{16})?$/

/** An amount in major units. */
export const AMOUNT_PATTERN = /^\d{1,12}(\.\d{1,4})?$/

/** The last four digits of a card. */
export const LAST_FOUR_PATTERN = /^\d{4}$/
