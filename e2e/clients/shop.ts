/** A shop's server: what each of these programs can do, whichever tool has generated its client. */
export interface Shop {
  /** Opens an order for a reservation of 12.50 EUR. @returns Its id, and the token that pays it. */
  readonly open: (reference: string) => Promise<Opened>
  /** Pays by card, as a page would with the token. */
  readonly pay: (order: Opened) => Promise<void>
  readonly status: (id: string) => Promise<string>
  /**
   * Takes all of the reserved money.
   *
   * @throws {Error} With the problem's code, if the edge refuses.
   */
  readonly capture: (id: string) => Promise<void>
  /** Gives back 2.50 EUR. */
  readonly refund: (id: string) => Promise<void>
  /** Whether the gateway has answered every capture and refund. */
  readonly isSettled: (id: string) => Promise<boolean>
}

interface Opened {
  readonly id: string
  readonly token: string
}

/** The edge's address, and a merchant key. */
export interface Account {
  readonly edge: string
  readonly key: string
}

/** A card of the sandbox. */
export const CARD = {
  number: '4444555566661111',
  holder: 'Ann Example',
  expiryMonth: '12',
  expiryYear: '2039',
  cvv: '123',
}
