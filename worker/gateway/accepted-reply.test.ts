import { describe, expect, it } from 'vitest'
import { readFollowUp, readStart } from './accepted-reply.ts'
import { settings } from './testing/gateway.ts'

const opened = {
  kind: 'accepted',
  gatewayId: '9007199254740993123',
  serialNumber: '00000000-0000-0000-0000-000002e2e0b8',
  redirectUrl: 'https://gate.example.com/form/1',
}

const asJson = JSON.stringify({
  type: 'async-form-response',
  'serial-number': opened.serialNumber,
  'paynet-order-id': opened.gatewayId,
  'redirect-url': opened.redirectUrl,
})

const error = JSON.stringify({ type: 'error', 'error-code': '1' })

const NO_PROOF = [
  ['an error of the server', 500, error],
  ['a time-out told by a proxy', 408, error],
  ['too many requests', 429, error],
  ['a conflict, which may be of a request that was sent twice', 409, error],
  ['a redirect', 302, error],
  ['an error that comes as success', 200, error],
  ['a page of HTML', 400, '<html><body>Bad Request</body></html>'],
  ['half an object', 200, asJson.slice(0, 40)],
  ['a page with a link', 200, '<a href="/?type=async-response&paynet-order-id=42">again</a>'],
  ['a page with a link', 400, '<a href="/?type=validation-error&error-code=3">again</a>'],
  ['a list', 200, '[1]'],
  ['nothing', 200, ''],
] as const

/** The specification's media type. */
const OWN = 'application/vnd.pay+json'

const CODED = '{"error-message":"no","error-code":39}'

/** Status, media type, text, and whether it is a refusal. */
const BARE: readonly (readonly [string, number, string | undefined, string, boolean])[] = [
  ...[400, 401, 403, 404, 422].map((status) => [`a ${status}`, status, OWN, CODED, true] as const),
  ['a 400 without a body', 400, OWN, '', true],
  ['a 400 with a message', 400, OWN, '{"message":"no"}', true],
  ['a 400 with nested errors', 400, OWN, '{"errors":[{"field":"amount"}]}', true],
  ['a 400 that is a list', 400, OWN, '[{"paynet-order-id":"42"}]', false],
  ['a 400 that is a string', 400, OWN, '"no"', false],
  ['a 400 that is a page', 400, OWN, '<html>no</html>', false],
  ['a 400 that names two orders', 400, OWN, '{"orderid":"1","OrderId":"2"}', false],
  ['a 400 that is cut off', 400, OWN, '{"message":"no","paynet-order-', false],
  ['a 400 of a proxy', 400, 'application/json', '{"message":"no"}', false],
  ['a 400 that names no media type', 400, undefined, '{"message":"no"}', false],
  ...[402, 405, 408, 409, 410, 425, 429, 500].map(
    (status) => [`a ${status}`, status, OWN, CODED, false] as const,
  ),
]

describe.each([
  ['readStart', readStart],
  ['readFollowUp', readFollowUp],
] as const)('%s takes an answer by status and media type', (_, read) => {
  it.each(BARE)('%s', (_what, status, mediaType, text, isRefusal) => {
    const reply = read({ status, ...(mediaType && { mediaType }), text })

    expect(reply?.kind).toBe(isRefusal ? 'refused' : undefined)
  })
})

const PAGE = '{"redirect_url":"https://gate.example.com/form/1"}'

const TO_PAGE = { gatewayId: undefined, redirectUrl: 'https://gate.example.com/form/1' }
const TO_BANK = { type: 'challenge', acsUrl: 'https://bank.example.com', creq: 'e30' }

type Made = object | undefined

/** A reply without a field `type`: what it is, status, media type, text, and what each reader makes of it. */
const UNTYPED: readonly (readonly [string, number, string, string, Made, Made])[] = [
  ['an order', 200, OWN, '{"paynet-order-id":"42"}', { gatewayId: '42' }, { gatewayId: '42' }],
  ['a page', 200, OWN, PAGE, TO_PAGE, TO_PAGE],
  ['a page in html', 200, OWN, '{"html":"<form>"}', { html: '<form>' }, { html: '<form>' }],
  [
    'a step of 3-D Secure',
    200,
    OWN,
    '{"tds-status":"challenge","acs-url":"https://bank.example.com","creq":"e30"}',
    { gatewayId: undefined, threeDs: TO_BANK },
    { gatewayId: undefined, threeDs: TO_BANK },
  ],
  ['a page of a captive portal', 200, 'application/json', PAGE, undefined, undefined],
  [
    'a portal’s page with a status',
    200,
    'application/json',
    `{"status":"ok",${PAGE.slice(1)}`,
    undefined,
    undefined,
  ],
  ['a page and an error', 200, OWN, `{"error-code":"3",${PAGE.slice(1)}`, undefined, undefined],
  ['a page with a redirect status', 302, OWN, PAGE, undefined, undefined],
  ['a page and an unreadable order', 200, OWN, `{"orderid":"4 2",${PAGE.slice(1)}`, undefined, undefined],
  ['an order and an error', 200, OWN, '{"orderid":"42","error-code":"3"}', { gatewayId: '42' }, undefined],
  [
    'an order and an error’s message',
    200,
    OWN,
    '{"orderid":"42","error-message":"no"}',
    { gatewayId: '42' },
    undefined,
  ],
  [
    'an order and no error',
    200,
    OWN,
    '{"orderid":"42","error-code":"0","error-message":"null"}',
    { gatewayId: '42' },
    { gatewayId: '42' },
  ],
  ['a serial number alone', 200, OWN, '{"serial-number":"s-1"}', undefined, undefined],
  ['nothing', 200, OWN, '{}', undefined, undefined],
  ['an error', 200, OWN, '{"error-code":"3"}', undefined, undefined],
]

describe('a reply without a type', () => {
  it.each(UNTYPED)('that has %s', (_, status, mediaType, text, start, followUp) => {
    const raw = { status, mediaType, text }
    const started = readStart(raw, settings.threeDs)
    const followed = readFollowUp(raw, settings.threeDs)

    if (start) expect(started).toMatchObject({ kind: 'accepted', ...start })
    else expect(started).toBeUndefined()
    if (followUp) expect(followed).toMatchObject({ kind: 'accepted', ...followUp })
    else expect(followed).toBeUndefined()
  })
})

describe('readStart', () => {
  it('tells what a refusal without a type says', () => {
    expect(readStart({ status: 400, mediaType: OWN, text: CODED })).toEqual({
      kind: 'refused',
      errorCode: '39',
      errorMessage: 'no',
    })
  })

  it('follows an order that a refusal without a type names', () => {
    const text = '{"message":"no","paynet-order-id":7}'

    expect(readStart({ status: 400, mediaType: OWN, text })).toMatchObject({
      kind: 'accepted',
      gatewayId: '7',
    })
  })

  it.each([
    ['hyphens', asJson],
    ['underscores', asJson.replaceAll(/"([a-z-]+)":/g, (_, name) => `"${name.replaceAll('-', '_')}":`)],
    [
      'a number too large for a double as identifier',
      asJson.replace(`"${opened.gatewayId}"`, opened.gatewayId),
    ],
    [
      'form-encoded text whose values end with line feeds',
      `type=async-form-response%0A&serial-number=${opened.serialNumber}%0A&paynet-order-id=${opened.gatewayId}\n` +
        `&redirect-url=${encodeURIComponent(opened.redirectUrl)}%0A`,
    ],
  ])('understands %s', (_, text) => {
    expect(readStart({ status: 200, text })).toEqual(opened)
  })

  it('follows an order that the gateway names, even in an error', () => {
    const text = JSON.stringify({ type: 'error', 'paynet-order-id': 7, 'error-code': 3 })

    expect(readStart({ status: 500, text })).toMatchObject({ kind: 'accepted', gatewayId: '7' })
  })

  it('takes a client error without an order as a refusal', () => {
    const text = JSON.stringify({ type: 'validation-error', 'error-code': 39, 'error-message': 'no' })

    expect(readStart({ status: 400, text })).toEqual({
      kind: 'refused',
      errorCode: '39',
      errorMessage: 'no',
    })
  })

  it.each(NO_PROOF)('proves nothing by %s', (_, status, text) => {
    expect(readStart({ status, text })).toBeUndefined()
  })

  it('does not follow an identifier that could not be sent back', () => {
    const text = JSON.stringify({ type: 'async-response', 'paynet-order-id': '4 2' })

    expect(readStart({ status: 200, text })).toBeUndefined()
  })
})

describe('readFollowUp', () => {
  it('reads what was taken', () => {
    const text = JSON.stringify({ type: 'async-response', 'paynet-order-id': 7, 'serial-number': 'sn-1' })

    expect(readFollowUp({ status: 200, text })).toMatchObject({
      kind: 'accepted',
      gatewayId: '7',
      serialNumber: 'sn-1',
    })
  })

  it('takes a client error as a refusal, also where it names the order', () => {
    const text = JSON.stringify({ type: 'error', 'paynet-order-id': 7, 'error-code': 3 })

    expect(readFollowUp({ status: 400, text })).toMatchObject({ kind: 'refused', errorCode: '3' })
  })

  it.each([
    ...NO_PROOF,
    ['an error of the server that names the order', 500, '{"type":"error","paynet-order-id":7}'],
    ['an error that names the order and comes as success', 200, '{"type":"error","paynet-order-id":7}'],
  ] as const)('proves nothing by %s', (_, status, text) => {
    expect(readFollowUp({ status, text })).toBeUndefined()
  })
})
