/** Whatever is typed or piped into the command line: it ends with a word for a person, and signs nothing but an offer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NASTY_TEXTS } from '../shared/testing/nasty-texts.ts'
import { makeOfferKey, parseOfferKey } from './keys.ts'
import { main } from './main.ts'
import { parseClaims } from './offer-claims.ts'
import { draftFromFlags, LIST_FLAGS, SINGLE_FLAGS } from './offer-flags.ts'
import { compare } from './reconciliation/comparison.ts'
import { decimalMarkIn } from './reconciliation/report-amounts.ts'
import { readReport } from './reconciliation/report-file.ts'
import { readLines, writtenAmounts } from './reconciliation/report-rows.ts'
import { newDeployment, parseDeployment, withAnswers } from './setup/deployment-config.ts'
import { parseSecrets, secretsText } from './setup/secret-settings.ts'
import { problemsIn } from './setup/setup-questions.ts'
import { jsonLine, plainLine } from './terminal-text.ts'

const FLAGS: readonly string[] = [...SINGLE_FLAGS, ...LIST_FLAGS]

const NOW = 1_800_000_000

const numRuns = Number(process.env.PAY_RUNS ?? 1000)
const seed = Number(process.env.PAY_SEED ?? 1)

const strange = fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ unit: 'binary' }))

const WORDS = [
  ...[
    'https://pay.example.com',
    '30d',
    '2h',
    '2030-01-01',
    'mug',
    'A mug',
    'EUR',
    'JPY',
    'sale',
    'verify',
    '12.5',
  ],
  ...['12', '1-5', 'https://shop.example.com', 'hosted', 'card', 'email', '3', '99999999999999999999d'],
]

const word = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...WORDS) }, strange)

describe('an offer', () => {
  const flags = fc.record(
    Object.fromEntries([
      ...SINGLE_FLAGS.map((name) => [name, word]),
      ...LIST_FLAGS.map((name) => [name, fc.array(word, { maxLength: 3 })]),
    ]),
    { requiredKeys: [] },
  )

  const rest = {
    aud: 'https://pay.example.com',
    item: 'mug',
    description: 'A mug',
    currency: 'EUR',
    intent: 'sale',
  }

  /** Few enough that an honest offer may stay one. */
  const few = fc.subarray([...FLAGS], { maxLength: 2 })

  it('is made of any flags, or refused in words', () => {
    let made = 0
    fc.assert(
      fc.property(flags, few, fc.boolean(), (all, names, isHonest) => {
        const honest = { ...rest, exp: NOW + 60, amount: '1' }
        const some = Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)))
        const draft = isHonest ? { ...honest, ...draftFromFlags(some, NOW) } : draftFromFlags(all, NOW)
        const claims = parseClaims(draft, NOW)
        if (!claims.ok) {
          expect(claims.reason.every((text) => text.length > 5)).toBe(true)
          return
        }
        made += 1
        const { amount = '0', min = amount, max = amount, exp, iat } = claims.value
        for (const sum of [amount, min, max]) expect(sum).toMatch(/^\d{1,12}(\.\d{1,3})?$/)
        expect(Number.isSafeInteger(exp) && exp > iat).toBe(true)
      }),
      { numRuns, seed },
    )
    expect(made).toBeGreaterThan(0)
  })

  it('is made of any JSON, or refused in words', () => {
    const draft = fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(rest), 'exp', 'amount', 'quantity'), strange),
      fc.oneof(word, fc.jsonValue()),
    )
    fc.assert(
      fc.property(draft, (given) => {
        const claims = parseClaims({ ...rest, exp: NOW + 60, amount: '1', ...given }, NOW)
        if (!claims.ok) expect(claims.reason.length).toBeGreaterThan(0)
      }),
      { numRuns, seed },
    )
  })
})

describe('a key file', () => {
  it('that is none is refused without a word of it', async () => {
    const honest = JSON.stringify(await makeOfferKey('ES256'))
    const { d = '' } = parseOfferKey(honest)
    const broken = fc.nat(honest.length - 1).map((end) => honest.slice(0, end))
    fc.assert(
      fc.property(fc.oneof(broken, strange, fc.json()), (text) => {
        try {
          parseOfferKey(text)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          expect((error as TypeError).message).not.toContain(d.slice(0, 8))
        }
      }),
      { numRuns, seed },
    )
  })
})

describe('the files of a deployment', () => {
  const answers = fc.record(
    { publicUrl: word, endpoint: fc.array(word, { minLength: 1, maxLength: 2 }), merchantName: word },
    { requiredKeys: [] },
  )

  it('are written from right answers, the same whenever they are repeated', () => {
    let written = 0
    fc.assert(
      fc.property(answers, (given) => {
        if (problemsIn(given).length > 0) return
        written += 1
        const once = withAnswers(newDeployment('pay'), given)
        expect(withAnswers(once, given)).toEqual(once)
        expect(parseDeployment(JSON.stringify(once))).toEqual({ ok: true, value: once })
      }),
      { numRuns, seed },
    )
    expect(written).toBeGreaterThan(numRuns / 50)
  })

  it('are read or refused, in words that quote none of it', () => {
    fc.assert(
      fc.property(fc.oneof(strange, fc.json()), (text) => {
        for (const read of [
          parseDeployment(text),
          parseSecrets(`TOKEN_KEY='a-secret-value'
${text}`),
        ])
          if (!read.ok) expect(read.reason).not.toContain('a-secret-value')
      }),
      { numRuns, seed },
    )
  })

  it('give every secret back as it was, or refuse it', () => {
    let kept = 0
    fc.assert(
      fc.property(strange, (value) => {
        try {
          const text = secretsText({ GATEWAY_CONTROL_KEY: value, TOKEN_KEY: 'next' })
          const read = parseSecrets(text)
          expect(read).toEqual({ ok: true, value: { GATEWAY_CONTROL_KEY: value, TOKEN_KEY: 'next' } })
          kept += 1
        } catch (error) {
          expect(error).toMatchObject({ code: 'configuration-invalid' })
        }
      }),
      { numRuns, seed },
    )
    expect(kept).toBeGreaterThan(numRuns / 2)
  })
})

describe('a report of the gateway', () => {
  const cell = fc.oneof(
    fc.constantFrom('a', 'a.2', 'sale', 'reversal', 'void', 'preauth', 'capture', 'approved', 'declined'),
    fc.constantFrom('1', '-2.50', '1,5', '1.000', '(3)', 'EUR', 'JPY', '', '"', '"x'),
    strange,
  )
  const line = fc.array(cell, { minLength: 3, maxLength: 6 }).map((cells) => cells.join(';'))

  it('is understood line by line, or refused in words: every line is a row or is named', () => {
    let read = 0
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.boolean(), (lines, isHonest) => {
        const text = [isHonest ? 'reference;type;status;amount;currency' : '', ...lines].join('\n')
        const file = readReport(text, { columns: {} })
        if (!file.ok) {
          expect(file.reason.every((why) => why.length > 5)).toBe(true)
          return
        }
        const mark = decimalMarkIn(writtenAmounts(file.value.lines))
        const { rows, unread } = readLines(file.value.lines, mark.ok ? mark.value : 'point')
        expect(rows.length + unread.length).toBe(file.value.lines.length)
        expect(compare({ rows, unread }, []).strangers).toHaveLength(
          new Set(rows.map(({ name }) => name)).size,
        )
        read += 1
      }),
      { numRuns, seed },
    )
    expect(read).toBeGreaterThan(numRuns / 20)
  })
})

describe('a text of others', () => {
  it('is printed as one line of plain text, and keeps its value in JSON', () => {
    fc.assert(
      fc.property(strange, (text) => {
        const line = plainLine(text)
        expect(line).not.toMatch(/[[\p{Cc}\p{Zl}\p{Zp}]--\t]/v)
        expect(plainLine(line)).toBe(line)
        expect(JSON.parse(jsonLine({ text }))).toEqual({ text })
      }),
      { numRuns, seed },
    )
  })
})

describe('the command line', () => {
  it('ends with an exit code and a word, whatever its arguments', async () => {
    // Commands that would write a file are left out.
    const args = fc.array(
      fc.oneof(
        fc.constantFrom(
          'offer',
          '--help',
          '--item',
          '--amount',
          '--currency',
          '--key',
          '--claims',
          '--expires',
          '-',
        ),
        word,
      ),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const told: string[] = []
        const terminal = {
          print: (text: string) => told.push(text),
          tell: (text: string) => told.push(text),
          now: () => NOW,
          env: {},
          interruption: () => new AbortController().signal,
        }
        const code = await main(given[0] === 'keys' || given[0] === 'setup' ? ['offer'] : given, terminal)
        expect([0, 1, 2]).toContain(code)
        expect(told.join()).not.toContain('mistake of the program')
        expect(told.join().length).toBeGreaterThan(0)
        expect(told.join()).not.toMatch(/\n\s+at /)
      }),
      { numRuns: numRuns / 5, seed },
    )
  })
})
