/** The reference page of the gateway's operations, made of the table that the edge works with. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profile } from '../worker/config/profile.ts'
import { operations } from '../worker/gateway/operations.ts'
import { type EdgeRoutes, referencePage } from './reference-page.ts'
import { ROOT } from './root.ts'

/** Where the page is kept. */
export const REFERENCE = join(ROOT, 'docs/operations.md')

/** Which of the edge's own routes reaches each operation; the design's table of routes says what each route takes. */
const ROUTES: EdgeRoutes = {
  'upload-cres-result': 'POST /three-ds/{id}/{key}/cres',
  'upload-method-url-result': 'POST /three-ds/{id}/{key}/method',
  'upload-pares-result': 'POST /three-ds/{id}/{key}/pares',
  'account-verification-form': 'POST /v1/orders/{id}/pay',
  'account-verification': 'POST /v1/orders/{id}/pay, POST /v1/verifications',
  capture: 'POST /v1/orders/{id}/capture',
  'create-card-ref': 'POST /v1/orders/{id}/card-ref',
  'get-card-info': 'GET /v1/card-refs/{ref}',
  'make-rebill': 'POST /v1/rebills, and for kept cards if the profile says so',
  'payment-form': 'POST /v1/orders/{id}/pay',
  'payout-form': 'POST /v1/orders/{id}/pay',
  payout: 'POST /v1/orders/{id}/pay, POST /v1/payouts',
  'preauth-form': 'POST /v1/orders/{id}/pay',
  preauth: 'POST /v1/orders/{id}/pay',
  return: 'POST /v1/orders/{id}/return',
  'sale-form': 'POST /v1/orders/{id}/pay',
  sale: 'POST /v1/orders/{id}/pay',
  status: 'POST /v1/orders/{id}/refresh, and the edge by itself',
  void: 'POST /v1/orders/{id}/void',
  'create-card-ref-v4': 'POST /v1/orders/{id}/card-ref',
  'create-recurring-payment': 'POST /v1/recurring-payments',
  'payout-check': 'POST /v1/payout-checks',
  'payout-pay': 'POST /v1/payout-checks/{id}/pay',
  'pan-eligibility-send': 'POST /v1/pan-eligibility',
  transfer: 'POST /v1/transfers',
}

/** The page as it has to be now. Repeating gives the same text. */
export const currentReference = (): string => referencePage(operations, ROUTES, profile.parse({}))

/** The page as it lies in the repository; empty if it is missing. */
export const keptReference = (): Promise<string> => readFile(REFERENCE, 'utf8').catch(() => '')

/** `npm run reference`: writes the page anew. */
export async function main(): Promise<number> {
  await writeFile(REFERENCE, currentReference())
  console.log('docs/operations.md is up to date.')
  return 0
}
