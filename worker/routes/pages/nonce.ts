import { toBase64Url } from '../../config/base64url.ts'

const NONCE_BYTES = 16

/** Names the scripts and styles that are a page's own, in its policy and in itself: 22 characters, once per answer. */
export const makeNonce = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
