/** Cards and people in the merchants' stories. */

/** A card whose outcome depends on its code. */
export const CARD = {
  number: '4444555566661111',
  holder: 'Ann Example',
  expiryMonth: '12',
  expiryYear: '2039',
  cvv: '123',
}

const { cvv: _, ...withoutCode } = CARD

/** The same card without its code. */
export const KNOWN_CARD = withoutCode

/** Its outcome is unknown until the bank answers late. */
export const UNCERTAIN_CARD = { ...CARD, cvv: '217' }

/** Cards of the sandbox with 3-D Secure. */
export const CHALLENGE_CARD = { ...CARD, number: '4000000000002008' }
export const METHOD_CARD = { ...CARD, number: '4000000000005001' }
export const PARES_CARD = { ...CARD, number: '4000000000010001' }

/** The fields of the sandbox's hosted page. */
export const TYPED_CARD = { number: CARD.number, expiry: '12 / 39', code: '123', holder: CARD.holder }

export const CUSTOMER = { email: 'ann@example.com', name: 'Ann Example' }

/** What a browser reports about itself. */
export const BROWSER = {
  javaEnabled: false,
  javascriptEnabled: true,
  language: 'en-GB',
  colorDepth: 24,
  screenWidth: 1280,
  screenHeight: 720,
  timeZone: -60,
}
