import { describe, expect, it } from 'vitest'
import { type Customer, compactPhone, isUsable, missingFields, tidy } from './customer.ts'

const home = { address: 'Main Street 1', city: 'Springfield', postalCode: '12345', country: 'DE' }

describe('missingFields', () => {
  it.each<[string, Parameters<typeof missingFields>[0], Customer, string[]]>([
    ['asks for nothing that nobody wants', [], {}, []],
    ['asks for an e-mail', ['email'], {}, ['email']],
    ['refuses the address of a link', ['email'], { email: 'mailto:ann@example.com' }, ['email']],
    ['refuses an e-mail without a domain', ['email'], { email: 'me@' }, ['email']],
    [
      'refuses an e-mail longer than the gateway takes',
      ['email'],
      { email: `${'a'.repeat(45)}@b.com` },
      ['email'],
    ],
    ['does not count blanks around a value', ['email'], { email: ` ${'a'.repeat(44)}@b.com ` }, []],
    ['asks in one order, however the offer lists them', ['phone', 'email'], {}, ['email', 'phone']],
    ['takes a whole address', ['billing'], { billing: home }, []],
    [
      'names the parts of an address',
      ['billing'],
      {},
      ['address', 'city', 'postalCode', 'country'].map((f) => `billing.${f}`),
    ],
    [
      'asks for a state in the United States',
      ['shipping'],
      { shipping: { ...home, country: 'US' } },
      ['shipping.state'],
    ],
    [
      'asks for no postal code where there are none',
      ['billing'],
      { billing: { address: 'Nathan Road 1', city: 'Kowloon', country: 'HK' } },
      [],
    ],
    [
      'refuses a country in small letters',
      ['billing'],
      { billing: { ...home, country: 'de' } },
      ['billing.country'],
    ],
    ['refuses a phone of letters', ['phone'], { phone: 'call me' }, ['phone']],
    ['takes a phone as people write it', ['phone'], { phone: '+44 20 7946 0958' }, []],
    [
      'refuses a phone with more digits than the gateway takes',
      ['phone'],
      { phone: '+44 20 7946 0958 123' },
      ['phone'],
    ],
    [
      'takes the name of a state, which the edge knows',
      ['billing'],
      { billing: { ...home, country: 'US', state: 'California' } },
      [],
    ],
    [
      'refuses a state with digits',
      ['billing'],
      { billing: { ...home, country: 'US', state: 'CA 90210' } },
      ['billing.state'],
    ],
    [
      'refuses a state of one letter',
      ['billing'],
      { billing: { ...home, country: 'US', state: 'C' } },
      ['billing.state'],
    ],
  ])('%s', (_, collect, customer, fields) => {
    expect(missingFields(collect, customer)).toEqual(fields)
  })
})

describe('what people type', () => {
  it.each([
    ['a full-width e-mail', 'email', 'ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com'],
    [
      'an e-mail with Japanese full stops',
      'email',
      'ａｎｎ＠ｅｘａｍｐｌｅ。ｃｏ。ｊｐ',
      'ann@example.co.jp',
    ],
    ['an e-mail with Arabic digits', 'email', 'ali٧@example.com', 'ali7@example.com'],
    ['an e-mail with marks that nobody sees', 'email', '\u200bann@example.com\ufeff', 'ann@example.com'],
    [
      'an e-mail with full-width dashes',
      'email',
      'ａｎｎーｌｅｅ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      'ann-lee@example.com',
    ],
    ['an e-mail with joiners among Latin letters', 'email', 'an\u200dn@example\u200c.com', 'ann@example.com'],
    ['a postal code with a long vowel among marks and dashes', 'postalCode', '100–\u200bー0001', '100--0001'],
    ['an e-mail of a Japanese domain', 'email', 'info@サーバー.jp', 'info@サーバー.jp'],
    ['an e-mail of a Japanese name', 'email', 'ユーザー@example.jp', 'ユーザー@example.jp'],
    ['an e-mail with a Persian joiner', 'email', 'info@نامه\u200cای.com', 'info@نامه\u200cای.com'],
    ['an e-mail with a Sinhala joiner', 'email', 'info@ශ්\u200dරී.com', 'info@ශ්\u200dරී.com'],
    ['a full-width postal code', 'postalCode', '１００－０００１', '100-0001'],
    ['a postal code with a long vowel for a hyphen', 'postalCode', '１００ー０００１', '100-0001'],
    ['a Persian postal code', 'postalCode', '۱۱۳۶۹', '11369'],
    ['a Devanagari postal code', 'postalCode', '११०००१', '110001'],
    ['a full-width state', 'state', '　ＣＡ　', 'CA'],
    ['a name', 'name', ' 山田　太郎 ', '山田　太郎'],
    ['a street', 'address', '１－２－３ ﬁrst', '１－２－３ ﬁrst'],
    ['a city', 'city', 'Ｔｏｋｙｏ', 'Ｔｏｋｙｏ'],
  ] as const)('of %s is stored as the gateway reads it', (_, field, typed, stored) => {
    expect(tidy(field, typed)).toBe(stored)
    expect(tidy(field, stored)).toBe(stored)
    expect(isUsable(field, typed)).toBe(true)
  })

  it.each([
    ['in groups', ' +44 (20) 7946-0958 '],
    ['in full width', '＋４４　２０　７９４６－０９５８'],
    ['in Arabic digits', '+٤٤ ٢٠ ٧٩٤٦ ٠٩٥٨'],
    ['in Persian digits', '+۴۴ ۲۰ ۷۹۴۶ ۰۹۵۸'],
    ['in Devanagari digits', '+४४ २० ७९४६ ०९५८'],
    ['with dashes and a long vowel', '+44–20‑7946ー0958'],
    ['with a long vowel beside a bracket', '＋４４（２０）ー７９４６ー０９５８'],
    ['with the marks of a telephone book', '\u202a+44 20 7946 0958\u202c'],
  ])('of a phone number %s is sent in digits', (_, typed) => {
    expect(compactPhone(typed)).toBe('+442079460958')
    expect(isUsable('phone', typed)).toBe(true)
  })

  it.each([
    ['letters', 'phone', '+44 ask Ann 12345'],
    ['an extension', 'phone', '+44 20 7946 #12'],
    ['full-width letters', 'phone', 'ｃａｌｌ　ｍｅ'],
    ['an address without a domain', 'email', 'ａｎｎ＠'],
    ['blanks of any width', 'name', ' 　'],
  ] as const)('is refused where it is %s', (_, field, typed) => {
    expect(isUsable(field, typed)).toBe(false)
  })
})
