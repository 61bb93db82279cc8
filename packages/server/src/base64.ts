/** Base64 and its variant for addresses, of bytes. */

/** @throws {TypeError} If the text is none. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch (cause) {
    throw new TypeError('this is no base64', { cause })
  }
}

/** Without `=` at the end. */
export const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
