import { describe, expect, it } from 'vitest'
import { isMailable, mailboxOf } from './mailbox.ts'

describe('an address', () => {
  it.each(['ada@example.com', "o'hara+shop@a.example.co.uk", 'müller@grün.example', 'a_b-c.d@example.com'])(
    'gets mail: %s',
    (address) => {
      expect(isMailable(address)).toBe(true)
    },
  )

  it.each([
    'a,ada@example.com',
    'a;ada@example.com',
    'a<ada@example.com>',
    '<ada@example.com>',
    '"a"ada@example.com',
    '(1)ada@example.com',
    'group:ada@example.com',
    'ada@example.com(1)',
    'ada@[127.0.0.1]',
    'a\\ada@example.com',
    'ada@example',
    'ada@example.com\nBcc:b',
    '',
  ])('gets none, since a mailer may read another into it: %j', (address) => {
    expect(isMailable(address)).toBe(false)
  })

  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada+1@example.com', 'ada@example.com'],
    ['ada+1+2@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['a.d.a@example.com', 'a.d.a@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['A.da@GoogleMail.com', 'ada@googlemail.com'],
  ])('%s is counted as %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})
