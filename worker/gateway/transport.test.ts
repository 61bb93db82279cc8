import { describe, expect, it } from 'vitest'
import { transport } from './transport.ts'

const request = { operation: 'status', url: 'https://gate.example.com/', headers: {}, body: '' }

const LIMIT = 512 * 1024

const letters = (length: number) => new Uint8Array(length).fill(65)

/** Reads a reply as far as the transport does. */
const read = (body: BodyInit, headers: Record<string, string> = {}) =>
  transport(async () => new Response(body, { headers }), 1000)(request)

describe('transport', () => {
  it.each([
    ['of known length', { 'Content-Length': '11' }],
    ['of unknown length', {}],
    ['whose length is that of its packed form', { 'Content-Length': '3', 'Content-Encoding': 'gzip' }],
    ['in chunks', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }],
    ['whose length is no number', { 'Content-Length': '' }],
  ])('reads a reply %s', async (_, headers) => {
    const reply = await read('status=café', headers as Record<string, string>)

    expect(reply).toMatchObject({ status: 200, text: 'status=café' })
  })

  it.each([
    ['of known length', { 'Content-Length': '7' }],
    ['of unknown length', {}],
  ])('reads bytes that are no text the same way in a reply %s', async (_, headers) => {
    const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82)

    expect(await read(bytes, headers as Record<string, string>)).toMatchObject({ text: 'a\ufffd\ufffd' })
  })

  it.each([
    ['that says how long it is', { 'Content-Length': String(LIMIT + 1) }],
    ['that says nothing of its length', {}],
    ['that says it is short', { 'Content-Length': '3' }],
    ['that is packed', { 'Content-Length': '3', 'Content-Encoding': 'br' }],
    ['that says it is short and comes in chunks', { 'Content-Length': '3', 'Transfer-Encoding': 'chunked' }],
  ])('refuses a reply over the limit %s', async (_, headers) => {
    const reply = read(letters(LIMIT + 1), headers as Record<string, string>)

    await expect(reply).rejects.toMatchObject({
      code: 'unreachable',
      cause: new RangeError('reply too long'),
    })
  })

  it.each([
    ['of known length', { 'Content-Length': String(LIMIT) }],
    ['of unknown length', {}],
  ])('reads a reply %s up to the limit', async (_, headers) => {
    const { text } = await read(letters(LIMIT), headers as Record<string, string>)

    expect(text).toHaveLength(LIMIT)
  })

  it.each([
    ['of known length', { 'Content-Length': '100' }],
    ['of unknown length', {}],
  ])('gives up at its deadline in the middle of a reply %s', async (_, headers) => {
    const stalls: typeof fetch = async (_input, init) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(letters(3))
          init?.signal?.addEventListener('abort', () => stream.error(init.signal?.reason))
        },
      })
      return new Response(body, { headers: headers as Record<string, string> })
    }

    await expect(transport(stalls, 5)(request)).rejects.toMatchObject({ code: 'timeout' })
  })
})
