import { describe, expect, it } from 'vitest'
import { suggestedEmail } from './email-suggestion.ts'

describe('a mistyped address', () => {
  it.each([
    ['anna@gmial.com', 'anna@gmail.com'],
    ['anna@gmai.com', 'anna@gmail.com'],
    ['anna@gmaill.com', 'anna@gmail.com'],
    ['anna@gmail.con', 'anna@gmail.com'],
    ['anna@gmail.co', 'anna@gmail.com'],
    ['anna@gmial.cmo', 'anna@gmail.com'],
    ['Anna.Muster+shop@GMIAL.com', 'Anna.Muster+shop@gmail.com'],
    [' anna@gmial.com ', 'anna@gmail.com'],
    ['anna@hotmial.com', 'anna@hotmail.com'],
    ['anna@htomai.com', 'anna@hotmail.com'],
    ['anna@outlok.com', 'anna@outlook.com'],
    ['anna@yaho.com', 'anna@yahoo.com'],
    ['anna@iclud.com', 'anna@icloud.com'],
    ['anna@t-onlin.de', 'anna@t-online.de'],
    ['anna@orange.f', 'anna@orange.fr'],
    ['anna@sezam.cz', 'anna@seznam.cz'],
  ])('%s was meant to be another', (typed, meant) => {
    expect(suggestedEmail(typed)).toBe(meant)
  })

  it.each([
    ...['anna@gmail.com', 'anna@GMAIL.com', 'anna@outlook.com'],
    ...['anna@mail.com', 'anna@ymail.com', 'anna@email.com'],
    ...['anna@hotmail.de', 'anna@yahoo.de', 'anna@yahoo.co.uk', 'anna@orange.es', 'anna@yandex.by'],
    ...['anna@gmx.de', 'anna@web.de', 'anna@live.com', 'anna@aol.com', 'anna@qq.com', 'anna@naver.com'],
    ...['anna@heather-hill.example', 'anna@hill.com', 'anna@gmail.example.com'],
    ...['', 'anna', '@gmial.com', 'anna@', 'anna@gmial', 'an na@gmial.com', 'a@b@gmial.com'],
  ])('%j is left as it is', (typed) => {
    expect(suggestedEmail(typed)).toBe(undefined)
  })

  it('is not looked for without end in a long text', () => {
    expect(suggestedEmail(`anna@${'g'.repeat(10_000)}.com`)).toBe(undefined)
  })
})
