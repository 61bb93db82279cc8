const encoder = new TextEncoder()

/**
 * Makes a function that signs text with one key and gives the signature in base64.
 *
 * @param importKey Is called at the first signature. The key is kept from then on; after a failure the next signature
 *   tries again.
 */
export function signatureWith(importKey: () => Promise<CryptoKey>): (text: string) => Promise<string> {
  let kept: CryptoKey | undefined
  return async (text) => {
    // The key is kept and not its promise: a promise of one request must not be awaited by another.
    kept ??= await importKey()
    return toBase64(await crypto.subtle.sign(kept.algorithm.name, kept, encoder.encode(text)))
  }
}

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
