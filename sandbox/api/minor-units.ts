/**
 * The gateway's own table of minor units. It is separate from the merchant's on purpose: if both sides shared a mistake,
 * every check would pass. The exceptions come from the Java platform's currency data (OpenJDK, dataVersion 175). Every
 * other code has two decimals. Codes that were added later (UYW, XAD, XCG, ZWG) or withdrawn (ANG, BGN, CUC, HRK, SLL,
 * ZWL) follow the later amendments of ISO 4217.
 */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'
const FOUR_DECIMALS = 'CLF UYW'

/** Currencies with two decimals, by part of the world. */
const TWO_DECIMALS = {
  europe:
    'ALL AMD AZN BAM BYN CHE CHF CHW CZK DKK EUR GBP GEL GIP HUF MDL MKD NOK PLN RON RSD RUB SEK TRY UAH',
  africa:
    'AOA BWP CDF CVE DZD EGP ERN ETB GHS GMD KES LRD LSL MAD MGA MRU MUR MWK MZN NAD NGN SCR SDG SHP SLE SOS SSP ' +
    'STN SZL TZS ZAR ZMW ZWG',
  americas:
    'ARS AWG BBD BMD BOB BOV BRL BSD BZD CAD COP COU CRC CUP DOP FKP GTQ GYD HNL HTG JMD KYD MXN MXV NIO PAB PEN ' +
    'SRD SVC TTD USD USN UYU VED VES XCD XCG',
  asia:
    'AED AFN BDT BND BTN CNY HKD IDR ILS INR IRR KGS KHR KPW KZT LAK LBP LKR MMK MNT MOP MVR MYR NPR PHP PKR QAR ' +
    'SAR SGD SYP THB TJS TMT TWD UZS XAD YER',
  oceania: 'AUD FJD NZD PGK SBD TOP WST',
}

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...Object.values(TWO_DECIMALS).flatMap((codes) => each(codes, 2)),
  ...each(WITHOUT_DECIMALS, 0),
  ...each(THREE_DECIMALS, 3),
  ...each(FOUR_DECIMALS, 4),
])

function each(codes: string, decimals: number): [string, number][] {
  return codes.split(' ').map((code) => [code, decimals])
}

/** The maximum number of digits of an amount, decimals included. */
const MAX_DIGITS = 12

/** Returns the number of decimals of a currency, or `undefined` for a code that is not current. */
export const decimalsOf = (currency: string) => DECIMALS.get(currency)

/**
 * Parses the amount of a request.
 *
 * @param text Major units, such as `10.5`.
 * @returns Minor units: `10.5` EUR is 1050. `undefined` if the text is not a positive amount, or has too many decimals
 *   for this currency, or more than 12 digits.
 */
export function minorUnits(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency)
  const [whole = '', fraction = '', ...rest] = text.split('.')
  const isAmount = /^\d+(\.\d+)?$/.test(text) && rest.length === 0
  if (decimals === undefined || !isAmount || fraction.length > decimals) return undefined
  const minor = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0')
  return minor > 0n && String(minor).length <= MAX_DIGITS ? Number(minor) : undefined
}

/** Formats minor units with exactly the currency's decimals: 1050 EUR is `10.50`. */
export function majorUnits(minor: number, currency: string): string {
  const decimals = decimalsOf(currency) ?? 0
  if (decimals === 0) return String(minor)
  const scale = 10 ** decimals
  return `${Math.floor(minor / scale)}.${String(minor % scale).padStart(decimals, '0')}`
}
