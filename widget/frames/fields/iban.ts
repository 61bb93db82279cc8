/** International bank account numbers (ISO 13616). Pure. */
import { asciiDigits } from '../../../shared/digits.ts'
import { asTyped, type Format, grouped } from './typing-format.ts'

const MAX_CHARACTERS = 34

const FOURS = [4, 8, 12, 16, 20, 24, 28, 32]

/** An IBAN without the characters between its groups; any other account number as it is. */
export const compactAccount = (text: string) => (isIban(text) ? compact(text) : text.trim())

/** Groups an IBAN in fours; any other account number stays as typed. */
export const accountFormat: Format = (edit) => (isIban(edit.after.text) ? ibanFormat : asTyped)(edit)

/** Whether a text is no IBAN, or one whose check digits are right. */
export const mayBeAccount = (text: string) =>
  !isIban(text) || (/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(compact(text)) && remainder(compact(text)) === 1)

const ibanFormat = grouped({ keep: compact, gaps: () => FOURS, max: () => MAX_CHARACTERS })

/** A country and two check digits: no account number of another kind begins so. */
const isIban = (text: string) => /^[A-Z]{2}\d\d/.test(compact(text))

function compact(text: string): string {
  return asciiDigits(text)
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
}

/** The remainder of 97, with letters as numbers from 10 on; digit by digit, since no number type holds it. */
const remainder = (iban: string) =>
  [...(iban.slice(4) + iban.slice(0, 4))].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
