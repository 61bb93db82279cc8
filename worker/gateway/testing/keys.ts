/** For tests: generates keys in every run, so that the repository contains none. */

/** @returns A private key of 2048 bits as PEM, and the public one to check with. */
export async function generatedKeys(): Promise<{ privateKey: string; publicKey: CryptoKey }> {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair
  const bytes = (await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return { privateKey: pem(base64), publicKey }
}

const pem = (base64: string) =>
  ['-----BEGIN PRIVATE KEY-----', ...(base64.match(/.{1,64}/g) ?? []), '-----END PRIVATE KEY-----'].join('\n')
