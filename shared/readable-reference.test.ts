import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idBeginningOf, readableReference } from './readable-reference.ts'

const ID = '9L4k2OEoQ4vXMwV6CoJ72nlWmw2EwDnF'

const ofOffer = (id: string) => readableReference({ id, reference: id })

describe('the reference that a shopper reads out', () => {
  it('is the shop’s own, where it gave one', () => {
    expect(readableReference({ id: ID, reference: 'INV-2027-31' })).toBe('INV-2027-31')
  })

  it('is twelve letters of which none looks like another, for the beginning of the id', () => {
    expect(ofOffer(ID)).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(ofOffer('A'.repeat(32))).toBe('000000000000')
    expect(ofOffer('_'.repeat(32))).toBe('ZZZZZZZZZZZZ')
    expect(ofOffer(`AAAAB${'A'.repeat(27)}`)).toBe('000001000000')
  })

  it('leads back to the beginning of every id', () => {
    const id = fc.string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'),
      minLength: 32,
      maxLength: 32,
    })
    fc.assert(fc.property(id, (any) => idBeginningOf(ofOffer(any)) === any.slice(0, 10)))
  })

  it.each([
    ['in lower case', (code: string) => code.toLowerCase()],
    ['with blanks', (code: string) => code.replace(/(.{4})/g, '$1 ')],
    ['with hyphens', (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')],
    ['with O for 0', (code: string) => code.replaceAll('0', 'O')],
    ['with l for 1', (code: string) => code.replaceAll('1', 'l')],
    ['with I for 1', (code: string) => code.replaceAll('1', 'i')],
  ])('is understood %s', (_, heard) => {
    const id = `AAAABAAAAB${ID}`.slice(0, 32)

    expect(idBeginningOf(heard(ofOffer(id)))).toBe('AAAABAAAAB')
  })

  it.each(['', ID, 'INV-2027-31', 'ABCDEFGHJK', '0000000000000', 'ABCDEFGHJKMU'])('%s is none', (text) => {
    expect(idBeginningOf(text)).toBeUndefined()
  })
})
