import { receiptKeys } from '../../../../shared/contract/response-schemas.ts'
import { receiptKeySet } from '../../../credentials/receipts.ts'
import { operation } from '../../define-operation.ts'

/** Keys change only with a deployment. A reader that lacks a receipt's key asks again in any case. */
const CACHE_SECONDS = 3600

/** `GET /.well-known/jwks.json`: the keys that verify receipts. */
export const getReceiptKeys = operation(
  {
    route: 'GET /.well-known/jwks.json',
    tag: 'edge',
    summary: 'Returns the public keys that verify receipts',
    pages: 'any',
    access: {},
    reply: { status: 200, description: 'A JSON Web Key Set.', body: receiptKeys },
    problems: [],
  },
  async (c) => {
    c.header('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
    return c.json(await receiptKeySet(c.get('config')))
  },
)
