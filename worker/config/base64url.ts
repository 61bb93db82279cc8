/** Writes bytes as base64url without padding (RFC 4648 §5): 3 bytes become 4 characters. */
export const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
