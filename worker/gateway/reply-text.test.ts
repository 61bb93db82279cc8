import { describe, expect, it } from 'vitest'
import { readFields } from './reply-fields.ts'
import { pairsIn } from './reply-text.ts'

const OWN = 'application/vnd.pay+json'

const LINK = '?a=1&status=declined&paynet-order-id=42&merchant-order-id=ref'

/** What it is, the text, and its media type. */
const STRANGE: readonly (readonly [string, string, string])[] = [
  ['a page with a link', `<html><a href="/retry${LINK}">again</a></html>`, 'text/html'],
  ['a page that begins with a link', `type=<a href="${LINK}">again</a>`, 'text/html'],
  ['a sentence with a link', `Sign in at http://portal.example.com/${LINK}`, 'text/plain'],
  ['a query alone', LINK, 'text/plain'],
  ['words that are pairs', 'a=1&b=2', 'text/html'],
  ['JSON within a page', `<html>{"type":"error"}</html>`, 'text/html'],
  ['a form with a sentence in it', 'type=error&see http://portal.example.com/?status=declined', 'text/html'],
  ['a form in the media type of JSON', `type=status-response&${LINK.slice(1)}`, OWN],
  ['a list', '[{"status":"declined"}]', OWN],
  ['a string', '"status=declined"', OWN],
  ['a number', '42', OWN],
  ['null', 'null', OWN],
  ['half an object', '{"status":"declined","paynet-order-', OWN],
  ['nothing', '', 'text/html'],
]

describe('pairsIn', () => {
  it.each(STRANGE)('reads nothing from %s', (_, text, mediaType) => {
    expect(pairsIn(text, mediaType)).toBeUndefined()
  })

  it.each([
    ['whose values end with line feeds', 'type=error\n&error-code=3\n'],
    ['whose values end with encoded line feeds', 'type=error%0A&error-code=3%0A'],
    ['behind a byte order mark', '\uFEFFtype=error&error-code=3'],
  ])('reads a form %s', (_, text) => {
    const fields = readFields({ text, mediaType: 'text/html' })

    expect([...(fields ?? [])]).toEqual([
      ['type', 'error'],
      ['error-code', '3'],
    ])
  })

  it.each([
    ['whose type comes last', 'serial-number=1\n&status=approved\n&type=status-response\n'],
    ['that has a status and no type', 'status=approved&paynet-order-id=42&amount=12.50'],
    ['whose status comes last', 'paynet_order_id=42&Status=approved'],
  ])('reads a form %s', (_, text) => {
    expect(readFields({ text, mediaType: 'text/html' })?.get('status')).toBe('approved')
  })

  it('reads markup of a form only where it is encoded', () => {
    expect(pairsIn('type=status-response&html=%3Cform%3E', 'text/html')).toContainEqual(['html', '<form>'])
    expect(pairsIn('type=status-response&html=<form>', 'text/html')).toBeUndefined()
  })
})

describe('readFields', () => {
  it.each<[string, string, string | undefined]>([
    ['an empty one before it', '{"type":"a","order_id":"","order-id":"42"}', '42'],
    ['an empty one behind it', '{"type":"a","order-id":"42","order_id":" "}', '42'],
    ['the same in another case', '{"type":"a","ORDER-ID":"42","order_id":42}', '42'],
    ['empty ones alone', '{"type":"a","order-id":"","order_id":""}', undefined],
  ])('finds a value under any spelling of its name, with %s', (_, text, value) => {
    expect(readFields({ text })?.get('order-id')).toBe(value)
  })

  it.each([
    ['the same name', '{"status":"approved","status":"declined"}'],
    ['another spelling', '{"type":"a","paynet-order-id":"1","paynet_order_id":"2"}'],
    ['another case', '{"status":"approved","Status":"declined"}'],
    ['a form', 'type=a&status=approved&status=declined'],
  ])('takes nothing from a reply that says two things: %s', (_, text) => {
    expect(readFields({ text })).toBeUndefined()
  })

  it('takes a reply that says one thing twice', () => {
    expect(readFields({ text: '{"status":"approved","Status":"Approved\\n"}' })?.get('status')).toBe(
      'Approved',
    )
  })

  it.each<[string, string | undefined, string, boolean]>([
    ['the specification’s media type and no type', OWN, '{"redirect_url":"https://a.b"}', true],
    ['another media type and a type', 'text/html', '{"type":"async-response"}', true],
    ['another media type and a status', 'application/json', '{"status":"processing"}', true],
    ['another media type and neither', 'application/json', '{"redirect_url":"https://a.b"}', false],
    ['another media type and an empty type', 'application/json', '{"type":"","status":""}', false],
    ['no media type and neither', undefined, '{"redirect_url":"https://a.b"}', false],
  ])('tells the gateway’s replies: %s', (_, mediaType, text, isRead) => {
    expect(readFields({ text, ...(mediaType && { mediaType }) }) !== undefined).toBe(isRead)
  })
})
