import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callbackParams } from './callback-params.ts'
import { MAX_JSON_BYTES, readBytes, readJson, readQuery } from './request-body.ts'

const url = 'https://pay.example.com/v1/checkout'

/** A body that sends a part and then nothing, and records whether it was cut off. */
function stalling(part: string, headers: Record<string, string> = {}) {
  const cut = Promise.withResolvers<void>()
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(part)),
    cancel: () => cut.resolve(),
  })
  return { request: new Request(url, { method: 'POST', body, headers }), isCut: cut.promise }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

const json = (body: BodyInit) => new Request(url, { method: 'POST', body, headers: JSON_TYPE })

const LIMITS = { maxBytes: MAX_JSON_BYTES, deadlineMs: 1000 }

const shape = z.strictObject({ a: z.unknown() })

describe('a body that never ends', () => {
  it('is cut off at its deadline', async () => {
    const { request, isCut } = stalling('{"a":')

    expect(await readBytes(request, { maxBytes: 100, deadlineMs: 20 })).toMatchObject({
      ok: false,
      reason: 'body-too-slow',
    })
    await isCut
  })

  it('is another problem than one that is malformed', async () => {
    const { request } = stalling('{"a":1}', JSON_TYPE)

    expect(await readJson(request, shape, { ...LIMITS, deadlineMs: 20 })).toMatchObject({
      ok: false,
      reason: { code: 'body-too-slow' },
    })
  })

  it('counts as empty in a callback, whose address alone wakes the order', async () => {
    const { request } = stalling('status=approved')

    expect(await callbackParams(request, 20)).toEqual({})
  })
})

describe('a body that may be longer than the others', () => {
  const long = json(`{"a":"${'x'.repeat(100)}"}`)
  const limits = (maxBytes: number, isAllowed: boolean) => ({
    ...{ maxBytes: 10, deadlineMs: 1000 },
    longer: { maxBytes, isAllowed: async (start: string) => isAllowed && start.startsWith('{"a"') },
  })

  it.each([
    ['once its start is found good', 1000, true, { ok: true }],
    ['not where its start is found bad', 1000, false, { ok: false, reason: 'body-too-large' }],
    ['not beyond its own limit', 50, true, { ok: false, reason: 'body-too-large' }],
  ])('is read on %s', async (_, maxBytes, isAllowed, expected) => {
    expect(await readBytes(long.clone(), limits(maxBytes, isAllowed))).toMatchObject(expected)
  })
})

describe('a JSON body', () => {
  it.each([
    ['a name twice', '{"a":1,"a":2}'],
    ['a name twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a name twice within', '{"a":[{"b":1,"b":1}]}'],
    ['a null byte', '{"a":1}\0'],
    ['a comment', '{"a":1/**/}'],
    ['a comma too many', '{"a":1,}'],
    ['two values', '{"a":1}{"a":1}'],
    ['bytes of overlong UTF-8', new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0xaf, 0x22, 0x7d])],
    [
      'a surrogate in UTF-8',
      new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    ],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ['a depth without end', `{"a":${'['.repeat(16_000)}`],
    ['an inherited name', '{"a":1,"__proto__":{}}'],
  ])('with %s is refused', async (_, body) => {
    expect(await readJson(json(body), shape, LIMITS)).toMatchObject({
      ok: false,
      reason: { code: 'body-malformed' },
    })
  })

  it.each([
    ['a value', '{"a":1}', 1],
    ['a byte order mark, which stands for nothing', '\ufeff{"a":1}', 1],
    ['the same name in two objects', '{"a":{"a":{"b":1}}}', { a: { b: 1 } }],
    ['a text that looks like a name', '{"a":"\\"a\\":1"}', '"a":1'],
  ])('with %s is read', async (_, body, a) => {
    expect(await readJson(json(body), shape, LIMITS)).toEqual({ ok: true, value: { a } })
  })
})

describe('a query', () => {
  const filters = z.strictObject({ limit: z.coerce.number().exactOptional() })

  it.each([
    ['a parameter twice', 'limit=1&limit=2', ['limit']],
    ['a parameter twice with one value', 'limit=1&limit=1', ['limit']],
    ['an unknown parameter', 'limit=1&other=2', undefined],
    ['an inherited name', '__proto__=1', undefined],
    ['no number', 'limit=many', ['limit']],
  ])('with %s is refused', (_, query, fields) => {
    const read = readQuery(new URLSearchParams(query), filters)

    expect(read).toMatchObject({ ok: false, reason: { code: 'query-malformed', ...(fields && { fields }) } })
  })

  it('of ten thousand parameters is refused without naming them', () => {
    const query = new URLSearchParams(Array.from({ length: 10_000 }, (_, place) => [`a${place}`, 'x']))

    expect(readQuery(query, filters)).toEqual({
      ok: false,
      reason: { code: 'query-malformed', why: 'shape' },
    })
  })
})
