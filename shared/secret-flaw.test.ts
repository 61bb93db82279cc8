import { describe, expect, it } from 'vitest'
import { secretDamage, secretFlaw } from './secret-flaw.ts'

const KEY = '5A2B8C1D-0000-4000-8000-0A1B2C3D4E5F'

describe('a secret', () => {
  it.each([KEY, 'the-login', "it's", 'a"b'])('may be %s', (text) => {
    expect(secretFlaw(text)).toBeUndefined()
  })

  it.each([
    [`${KEY}\n`, 'has white space around it'],
    [`\ufeff${KEY}`, 'has white space around it'],
    [`"${KEY}"`, 'has quotes around it'],
    [`'${KEY}'`, 'has quotes around it'],
    [KEY.replaceAll('-', '–'), 'holds typographic characters'],
    [`“${KEY}”`, 'holds typographic characters'],
    [`„${KEY}`, 'holds typographic characters'],
    [`${KEY}…`, 'holds typographic characters'],
    [KEY.replace('-', ' '), 'holds white space or a control character'],
    [KEY.replace('-', '\u00a0'), 'holds white space or a control character'],
    [KEY.replace('-', '\u200b'), 'holds white space or a control character'],
    [KEY.replace('-', '\0'), 'holds white space or a control character'],
  ])('is damaged: %j', (text, told) => {
    expect([secretDamage(text), secretFlaw(text)]).toEqual([told, told])
  })

  it.each([
    [`${KEY}"`, 'has a quote at one end'],
    ['логин', 'holds characters that are not ASCII'],
    [`{${KEY}`, 'looks like the value of another setting'],
    ['https://gate.example.com', 'looks like the value of another setting'],
  ])('is hardly %s, and may be', (text, told) => {
    expect([secretDamage(text), secretFlaw(text)]).toEqual([undefined, told])
  })
})
