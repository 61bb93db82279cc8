/** `GATEWAY_PRIVATE_KEY`: what its signer would refuse is refused here already, before the first payment. */
import * as z from 'zod'
import { parsePrivateKey } from '../signing/private-key.ts'

/** PEM of an RSA key. What is wrong with another one is told as `told`; no part of the key is in it. */
export const privateKey = z.string().superRefine((text, context) => {
  const parsed = parsePrivateKey(text)
  if (!parsed.ok) context.addIssue({ code: 'custom', params: { told: parsed.reason } })
})
