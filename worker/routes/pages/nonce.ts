import { toBase64Url } from '../../config/base64url.ts'

const NONCE_BYTES = 16

/** Makes the nonce that marks a page's own scripts and styles in its policy: 22 characters, new for each response. */
export const makeNonce = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))
