/**
 * Minor units of every current ISO 4217 code, grouped by exponent.
 *
 * Source: ISO 4217 list one as maintained by SIX Group on 2026-01-01 (with XCG, SLE, ZWG, VED; without
 * ANG, BGN, CUC, HRK, SLL, ZWL). `Intl` is no substitute: engines follow CLDR, which shows the forint and
 * fifteen others without the decimals that are charged.
 */
const CODES_BY_EXPONENT: readonly string[] = [
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  '',
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
    'MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP ' +
    'SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG ' +
    'YER ZAR ZMW ZWG',
  'BHD IQD JOD KWD LYD OMR TND',
  'CLF UYW',
]

/** Codes that ISO 4217 lists without a minor unit: metals, units of account, testing. Never charged. */
export const NOT_CHARGEABLE = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

/** Every chargeable ISO 4217 code with its number of decimals. */
export const EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap((codes, exponent) =>
    codes.split(' ').flatMap((code) => (code ? [[code, exponent] as const] : [])),
  ),
)
