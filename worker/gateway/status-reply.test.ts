import { describe, expect, it } from 'vitest'
import { readStatusReply } from './status-reply.ts'
import { settings } from './testing/gateway.ts'

describe('readStatusReply', () => {
  const read = (fields: object, exponent = 2) =>
    readStatusReply(
      { status: 200, text: JSON.stringify({ type: 'status-response', ...fields }) },
      exponent,
      settings.threeDs,
    )

  it('reads an approval whole', () => {
    const report = read({
      status: 'Approved\n',
      'paynet-order-id': 42,
      'merchant-order-id': 'ref',
      amount: 12.5,
      currency: 'eur',
      'transaction-type': 'Sale',
      'card-type': 'VISA',
      'last-four-digits': '1111',
      'card-exp-month': '1',
      'card-exp-year': '2030',
      'card-ref-id': 77,
      'by-request-sn': 'sn-1',
      'initial-amount': '20.00',
      'total-reversal-amount': '7.50',
      'total-capture-amount': '20.00',
    })

    expect(report).toMatchObject({
      status: 'approved',
      gatewayId: '42',
      clientOrderId: 'ref',
      amountMinor: 1250,
      currency: 'EUR',
      transactionType: 'sale',
      card: { brand: 'VISA', masked: '•••• 1111', expires: '01/30' },
      cardRef: '77',
      serialNumber: 'sn-1',
      initialAmountMinor: 2000,
      reversedMinor: 750,
      capturedMinor: 2000,
      errorCode: '',
      errorMessage: undefined,
      redirectUrl: undefined,
      threeDs: undefined,
      html: undefined,
    })
  })

  it.each([
    ['12.5', 2, 1250],
    ['12.5000', 2, 1250],
    ['1000.00', 0, 1000],
    ['12.505', 2, undefined],
    ['12,50', 2, undefined],
    ['', 2, undefined],
  ])('reads the amount %s at exponent %i as %s', (amount, exponent, amountMinor) => {
    expect(read({ status: 'approved', amount }, exponent)).toMatchObject({ amountMinor })
  })

  it.each([
    ['no status at all', {}, 'processing'],
    ['an unknown word', { status: 'settled?' }, 'unknown'],
  ])('takes %s for no outcome', (_, fields, status) => {
    expect(read(fields)).toMatchObject({ status })
  })

  it('shows no card without its last four digits', () => {
    expect(read({ status: 'approved', 'last-four-digits': '41111111' })).toMatchObject({ card: undefined })
  })

  it('takes an error for no report', () => {
    const text = JSON.stringify({ type: 'validation-error', 'error-code': 4 })

    expect(readStatusReply({ status: 400, text }, 2)).toEqual({
      kind: 'error',
      errorCode: '4',
      errorMessage: undefined,
      isFirm: true,
    })
  })

  it.each([
    [
      'firm by the gateway’s own media type alone',
      404,
      'application/vnd.pay+json',
      '{"message":"none"}',
      true,
    ],
    ['not firm where the gateway has failed', 500, 'application/vnd.pay+json', '{"type":"error"}', false],
    ...[401, 403, 410].map((status): [string, number, undefined, string, boolean] => [
      `not firm where the answer is ${status}`,
      status,
      undefined,
      '{"type":"error"}',
      false,
    ]),
    ...[200, 400, 404, 422].map((status): [string, number, undefined, string, boolean] => [
      `firm where the answer is ${status}`,
      status,
      undefined,
      '{"type":"error"}',
      true,
    ]),
    [
      'firm where a refusal without a name has the word of a report',
      400,
      undefined,
      '{"status":"error","error-message":"no such order"}',
      true,
    ],
    ['not firm where the gateway has too much to do', 429, undefined, '{"type":"error"}', false],
  ])('takes an error for %s', (_, status, mediaType, text, isFirm) => {
    expect(readStatusReply({ status, ...(mediaType && { mediaType }), text }, 2)).toMatchObject({
      kind: 'error',
      isFirm,
    })
  })

  it('takes a refusal that names an order for its report', () => {
    const text = JSON.stringify({ status: 'error', 'merchant-order-id': 'ref' })

    expect(readStatusReply({ status: 400, text }, 2)).toMatchObject({ kind: 'status', clientOrderId: 'ref' })
  })

  const OWN = 'application/vnd.pay+json'

  it.each<[string, string | undefined, string]>([
    ['a page of HTML', 'text/html', '<html>approved</html>'],
    [
      'a page with a link',
      'text/html',
      '<a href="/?a=1&status=declined&paynet-order-id=42&merchant-order-id=ref&x=1">again</a>',
    ],
    ['a sentence with a link', 'text/plain', 'at /?a=1&status=declined&merchant-order-id=ref&x=1'],
    ['an object without a status', OWN, '{"paynet-order-id":"42","merchant-order-id":"ref"}'],
    ['an empty object', OWN, '{}'],
    ['another program’s status', 'application/json', '{"status":"ok"}'],
    ['a list', OWN, '[{"status":"declined","merchant-order-id":"ref"}]'],
    ['two statuses', OWN, '{"status":"approved","status":"declined","merchant-order-id":"ref"}'],
    ['two orders', OWN, '{"status":"declined","merchant-order-id":"ref","merchant_order_id":"other"}'],
  ])('does not understand %s', (_, mediaType, text) => {
    expect(readStatusReply({ status: 200, ...(mediaType && { mediaType }), text }, 2)).toBeUndefined()
  })

  it('reads a report and an error that have no type', () => {
    const untyped = (text: string) => readStatusReply({ status: 200, mediaType: OWN, text }, 2)

    expect(untyped('{"status":"declined","error-code":"5"}')).toMatchObject({
      kind: 'status',
      status: 'declined',
    })
    expect(untyped('{"status":"settled?"}')).toMatchObject({ kind: 'status', status: 'unknown' })
    expect(untyped('{"error-code":"5"}')).toMatchObject({ kind: 'error', errorCode: '5', isFirm: true })
  })

  it('tells why a payment failed', () => {
    expect(
      read({ status: 'declined', 'error-code': 116, 'error-message': 'Insufficient funds' }),
    ).toMatchObject({
      status: 'declined',
      errorCode: '116',
      errorMessage: 'Insufficient funds',
    })
  })

  it.each([
    ['a code', 'EUR', 'EUR'],
    ['a code in small letters', 'usd', 'USD'],
    ['nothing from a longer word', 'EURO', undefined],
    ['nothing from a word with a digit', 'E1R', undefined],
    ['nothing from a number', '978', undefined],
    ['nothing from an endless word', 'E'.repeat(40_000), undefined],
    ['nothing from nothing', '', undefined],
  ])('reads %s as the currency', (_, currency, code) => {
    expect(read({ status: 'approved', currency })).toMatchObject({ currency: code })
  })

  it.each(['redirect-to', 'redirect_url', 'redirect-url'])('finds where to go under %s', (name) => {
    const report = read({ status: 'processing', [name]: 'https://a.b/c', html: '<form>' })

    expect(report).toMatchObject({ redirectUrl: 'https://a.b/c', html: '<form>' })
  })

  it.each([
    ['a page while one is due', { status: 'processing', html: '<form>' }, '<form>'],
    ['no page that is left over when all is decided', { status: 'approved', html: '<form>' }, undefined],
    ['no page that is endless', { status: 'processing', html: 'a'.repeat(70_000) }, undefined],
    ['no page where it is empty', { status: 'processing', html: '' }, undefined],
  ])('gives %s', (_, fields, html) => {
    expect(read(fields)).toMatchObject({ html })
  })

  const challenge = { 'tds-status': 'challenge', 'acs-url': 'https://bank.example/acs', creq: 'eyJ9' }
  const pareq = { tds_status: 'pareq', 'acs-url': 'https://bank.example/acs', pareq: 'eJx=', md: 'a b' }
  it.each([
    [
      'the Method page',
      {
        tds_status: 'method',
        'three-ds-method-url': 'https://bank.example/m',
        'three-ds-server-trans-id': 'id-1',
      },
      { type: 'method', methodUrl: 'https://bank.example/m', serverTransactionId: 'id-1' },
    ],
    [
      'a Method step of a bank that has no page',
      { tds_status: 'Method', 'three-ds-server-trans-id': 'id-1' },
      { type: 'method', serverTransactionId: 'id-1' },
    ],
    ['a challenge', challenge, { type: 'challenge', acsUrl: 'https://bank.example/acs', creq: 'eyJ9' }],
    ['a PaReq', pareq, { type: 'pareq', acsUrl: 'https://bank.example/acs', pareq: 'eJx=', md: 'a b' }],
    [
      'a PaReq without the MD that is endless',
      { ...pareq, md: 'a'.repeat(1025) },
      { type: 'pareq', acsUrl: 'https://bank.example/acs', pareq: 'eJx=' },
    ],
    [
      'a PaReq with the longest MD',
      { ...pareq, md: 'a'.repeat(1024) },
      { type: 'pareq', acsUrl: 'https://bank.example/acs', pareq: 'eJx=', md: 'a'.repeat(1024) },
    ],
    ['no challenge without its message', { ...challenge, creq: '' }, undefined],
    ['no challenge without an address', { ...challenge, 'acs-url': '' }, undefined],
    ['no challenge whose message is endless', { ...challenge, creq: 'a'.repeat(40_000) }, undefined],
    ['no PaReq without its message', { ...pareq, pareq: '' }, undefined],
    ['no unknown step', { ...challenge, 'tds-status': 'dance' }, undefined],
    ['no step that is left over when all is decided', { ...challenge, status: 'approved' }, undefined],
  ])('finds %s', (_, fields, step) => {
    const report = read({ status: 'processing', ...fields })

    expect(report?.kind === 'status' && report.threeDs).toEqual(step)
  })

  it('finds a step under the names and words of the profile', () => {
    const { names, words } = settings.threeDs
    const threeDs = {
      names: { ...names, step: 'threeDS_Step', acsUrl: 'ACS_URL', creq: 'c-req' },
      words: { ...words, challenge: 'CHALLENGE_REQUIRED' },
    }
    const text = JSON.stringify({
      status: 'processing',
      'threeds-step': 'challenge_required',
      acs_url: 'https://bank.example/acs',
      c_req: 'eyJ9',
    })

    expect(readStatusReply({ status: 200, text }, 2, threeDs)).toMatchObject({
      threeDs: { type: 'challenge', acsUrl: 'https://bank.example/acs', creq: 'eyJ9' },
    })
  })
})
