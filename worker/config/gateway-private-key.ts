/** `GATEWAY_PRIVATE_KEY`: refuses any key that the signer would refuse, before the first payment. */
import * as z from 'zod'
import { parsePrivateKey } from '../signing/private-key.ts'

/** PEM of an RSA key. The issue's `told` says what is wrong, without any part of the key. */
export const privateKey = z.string().superRefine((text, context) => {
  const parsed = parsePrivateKey(text)
  if (!parsed.ok) context.addIssue({ code: 'custom', params: { told: parsed.reason } })
})
