/** A merchant that runs 3-D Secure itself, and a cardholder without a browser, for tests. */

import { TEST_CARDS } from '../cards/test-cards.ts'
import type { TestBankName } from '../three-ds/test-banks.ts'
import type { ReportedIn } from '../three-ds/three-ds-state.ts'
import { CARD_SALE, testGateway, type Values } from './merchant.ts'

/** Where the bank sends the result of a challenge. */
export const NOTIFY = 'https://pay.example/3ds/cres?order=1'

/** The number of a test card. Default: its steps are reported in `status`. */
export const numberOf = (kind: TestBankName, told: ReportedIn = 'status') =>
  Object.entries(TEST_CARDS).find(
    ([, { threeDs, tells = 'status' }]) => threeDs === kind && tells === told,
  )?.[0] ?? ''

/** What a merchant reports about a browser with scripts. */
export const BROWSER: Values = {
  browserAcceptHeader: 'text/html',
  browserIP: '127.0.0.1',
  browserJavaEnabled: 'false',
  browserJavascriptEnabled: 'true',
  browserLanguage: 'en-GB',
  browserColorDepth: '24',
  browserScreenHeight: '900',
  browserScreenWidth: '1600',
  browserTZ: '-180',
  browserUserAgent: 'Mozilla/5.0',
}

/** Encodes a message as 3-D Secure 1.0.2 does. */
const base64 = (message: object) => btoa(JSON.stringify(message))

/** Encodes a message as EMV 3-D Secure does. */
export const base64url = (message: object) => toUrlAlphabet(base64(message)).replace(/=+$/, '')

/** Converts base64 to base64url, and keeps the padding. */
export const toUrlAlphabet = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')

/** Decodes a message in either alphabet, padded or not. */
export const read = (text = '') => JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as Values

/** An address of the bank. */
export const bank = (path: string) => new URL(path, 'http://bank.localhost:8788').href

/** The form of a page: its address, target and values. */
export function formOf(page: string, name: string) {
  const [, action = '', target] =
    new RegExp(`<form method="post" action="([^"]*)" name="${name}"(?: target="([^"]*)")?`).exec(page) ?? []
  const inputs = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return {
    action,
    target,
    values: Object.fromEntries([...inputs].map(([, key, value]) => [key, value])) as Values,
  }
}

/** A gateway with a payment whose card requires 3-D Secure. */
export async function openSale(kind: TestBankName, changes: Values = {}, operation = 'sale') {
  const gateway = testGateway()
  const card = { credit_card_number: numberOf(kind), tds_cres_notification_url: NOTIFY }
  const opened = await gateway.ask(operation, { ...CARD_SALE, ...card, ...changes })
  const orderid = opened['paynet-order-id'] ?? ''
  const ids = { login: 'merchant', 'client-order-id': '902B4FF5', orderid }
  const status = () => gateway.status({ client_orderid: '902B4FF5', orderid })
  const upload = (name: string, values: Values) => gateway.ask(`upload-${name}-result`, { ...ids, ...values })
  const method = async (threeDSCompInd: string, browser = BROWSER) => {
    const { 'three-ds-server-trans-id': threeDSServerTransID = '' } = await status()
    return upload('method-url', { ...browser, threeDSServerTransID, threeDSCompInd })
  }
  const cres = async (transStatus: string, changed: object = {}) => {
    const { threeDSServerTransID } = read((await status()).creq)
    return base64url({ messageType: 'CRes', transStatus, threeDSServerTransID, ...changed })
  }
  const pares = async (transStatus: string, changed: object = {}) =>
    base64({ messageType: 'PaRes', transStatus, xid: read((await status()).pareq).xid, ...changed })
  /** Requests the challenge from the bank. `values` replace the usual parameters. */
  const ask = async (values: Values = {}, headers: Values = {}) => {
    const { 'acs-url': url = '', creq, pareq, md = '' } = await status()
    const question = creq ? { creq } : { PaReq: pareq ?? '', MD: md, TermUrl: NOTIFY }
    const body = new URLSearchParams({ ...question, ...values })
    return gateway.request(url, { method: 'POST', body, headers })
  }
  /** Submits the bank's page with one of its buttons. */
  const answer = (page: string, action = 'approve', word = 'hint') =>
    gateway.post(bank(formOf(page, 'challenge').action), { action, word })
  /** Runs the whole challenge, and returns the bank's answer. */
  const confirm = async (values: Values = {}, action?: string) =>
    formOf(await (await answer(await (await ask(values)).text(), action)).text(), 'answer')
  const pass = (advanceMs: number) => gateway.control('clock', 'POST', { advanceMs })
  return { gateway, opened, orderid, status, upload, method, cres, pares, ask, answer, confirm, pass }
}
