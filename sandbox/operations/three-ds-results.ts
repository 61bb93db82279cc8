import { isIpAddress, optional, required } from '../api/params.ts'
import { signed } from '../signing/control.ts'
import type { Operations } from './operation.ts'
import { control } from './param-groups.ts'
import { uploadChallengeResult, uploadMethodResult, uploadPayerResult } from './three-ds-upload.ts'

const auth = signed('login', 'client-order-id', 'orderid')
const order = { login: required(20), 'client-order-id': required(128), orderid: required(20), control }
const isBoolean = (value: string) => value === 'true' || value === 'false'
const isWhole = (value: string) => /^\d+$/.test(value)

/** Which of these a browser has depends on `browserJavascriptEnabled`; the handler looks. */
const browser = {
  browserAcceptHeader: required(2048),
  browserIP: required(45, isIpAddress),
  browserJavascriptEnabled: required(5, isBoolean),
  browserJavaEnabled: optional(5, isBoolean),
  browserLanguage: required(8),
  browserColorDepth: optional(2, isWhole),
  browserScreenHeight: optional(6, isWhole),
  browserScreenWidth: optional(6, isWhole),
  browserTZ: optional(5, (value) => /^-?\d+$/.test(value)),
  browserUserAgent: required(2048),
}

/** Uploads of what came of a step of 3-D Secure. */
export const THREE_DS_RESULTS: Operations = {
  'upload-cres-result': {
    prefix: '/api/3ds/v1/upload-cres-result',
    auth,
    fields: { ...order, cRes: required(4096) },
    handle: uploadChallengeResult,
  },
  'upload-method-url-result': {
    prefix: '/api/3ds/v1/upload-method-url-result',
    auth,
    fields: {
      ...order,
      threeDSServerTransID: required(36),
      threeDSCompInd: required(1, (value) => /^[YNU]$/.test(value)),
      ...browser,
    },
    handle: uploadMethodResult,
  },
  'upload-pares-result': {
    prefix: '/api/3ds/v1/upload-pares-result',
    auth,
    fields: { ...order, paRes: required(10_240), md: optional(1024) },
    handle: uploadPayerResult,
  },
}
