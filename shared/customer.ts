/** The fields that a shopper may be asked for. Their lengths are the gateway's (gateway manual, sale-form fields). */
import { asciiDigits } from './digits.ts'

/** Groups of fields that an offer or an endpoint may ask for. */
export const COLLECT = ['email', 'name', 'billing', 'shipping', 'phone'] as const
export type Collect = (typeof COLLECT)[number]

/** A postal address. `country` is ISO 3166-1 alpha-2; `state` is needed for US, CA and AU only. */
export interface Address {
  readonly address: string
  readonly city: string
  readonly postalCode?: string
  readonly country: string
  readonly state?: string
}

/** Personal data of one shopper. */
export interface Customer {
  readonly email?: string
  readonly name?: string
  readonly phone?: string
  readonly billing?: Address
  readonly shipping?: Address
}

/** Whether a group of fields is an address. */
export const isAddressGroup = (group: string): group is 'billing' | 'shipping' =>
  group === 'billing' || group === 'shipping'

/** Longest value of each field, in characters. A state may be a name: the edge sends its code. */
export const MAX_LENGTHS = {
  email: 50,
  name: 100,
  phone: 15,
  address: 50,
  city: 50,
  postalCode: 10,
  country: 2,
  state: 30,
} as const

/** Countries whose addresses need a state. */
export const COUNTRIES_WITH_STATE: readonly string[] = ['US', 'CA', 'AU']

/** Countries without postal codes. Source: Universal Postal Union, postal addressing systems. */
const WITHOUT_POSTAL_CODE =
  /A[EGOW]|B[FIJOSWZ]|C[DFGIKMW]|D[JM]|ER|FJ|G[ADHMQY]|HK|JM|K[IMP]|LY|M[LORW]|N[RU]|QA|RW|S[BCLRSTXY]|T[DGKLOV]|UG|VU|YE|ZW/

/** Whether an address in a country has a postal code. */
export const needsPostalCode = (country: string) => !WITHOUT_POSTAL_CODE.test(country)

/** The shape of each value. Loose on purpose: an address does not show whether mail arrives. */
const FORMATS: { readonly [Field in keyof typeof MAX_LENGTHS]?: RegExp } = {
  email: /^[^\s@:]+@[^\s@][^\s@.]*\.[^\s@]+$/,
  phone: /^\+?\d{5,}$/,
  country: /^[A-Z]{2}$/,
  state: /^\D{2,}$/,
}

/** People write names and streets in their own script; the gateway reads the other fields. */
const OWN_SCRIPT = /name|address|city/

/**
 * A field's text as it is stored: full-width letters, digits and dashes of any script become ASCII's, and marks that
 * nobody sees are left out. Repeating is harmless.
 */
export const tidy = (field: keyof typeof MAX_LENGTHS, text: string) =>
  (OWN_SCRIPT.test(field) ? text : inAscii(text)).trim()

/**
 * A Japanese keyboard writes a hyphen as a long vowel, and a dot as its full stop. Among other letters than ASCII's, the
 * long vowel is a letter (サーバー), and a joiner belongs to the word.
 */
const inAscii = (text: string) =>
  asciiDigits(text.normalize('NFKC'))
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/。/g, '.')
    .replace(/(?<![^\0-~\p{Cf}](?=[\u200c\u200d]\p{L}))\p{Cf}/gu, '')
    .replace(/(?<=[\w-])ー(?=[\w-])/g, '-')

/** A telephone number as it is sent: people write it in groups, the gateway takes 15 characters. */
export const compactPhone = (text: string) => inAscii(text).replace(/[\s()./ー-]/g, '')

/**
 * Lists what is still missing or wrong before an order can be paid.
 *
 * @returns Field paths such as `email` or `billing.city`, in the order in which they are asked. Empty if complete.
 */
export function missingFields(collect: readonly Collect[], customer: Customer): string[] {
  return COLLECT.filter((group) => collect.includes(group)).flatMap((group) => missingIn(group, customer))
}

function missingIn(group: Collect, customer: Customer): string[] {
  if (isAddressGroup(group)) return missingInAddress(group, customer[group] ?? {})
  return isUsable(group, customer[group]) ? [] : [group]
}

function missingInAddress(group: string, address: Partial<Address>): string[] {
  const { country = '' } = address
  const needed: (keyof Address)[] = ['address', 'city']
  if (needsPostalCode(country)) needed.push('postalCode')
  needed.push('country')
  if (COUNTRIES_WITH_STATE.includes(country)) needed.push('state')
  return needed.filter((field) => !isUsable(field, address[field])).map((field) => `${group}.${field}`)
}

/** Whether the edge takes a value as this field. Blanks around it do not count. */
export function isUsable(field: keyof typeof MAX_LENGTHS, value = ''): boolean {
  const text = field === 'phone' ? compactPhone(value) : tidy(field, value)
  return text.length > 0 && text.length <= MAX_LENGTHS[field] && (FORMATS[field]?.test(text) ?? true)
}
