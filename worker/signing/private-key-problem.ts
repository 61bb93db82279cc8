/** What may be wrong with a private key. Each text continues the words "private key", and none quotes the key. */
export const PROBLEM = {
  noPem: 'holds no PEM text (a block from -----BEGIN to -----END)',
  unfinished: 'is cut off, or has other text before or after its one PEM block',
  encrypted: 'is encrypted; give it without a passphrase',
  notPrivate: 'is a public key or a certificate, not a private key',
  openSsh: 'is in the format of OpenSSH; convert it to PKCS#8',
  notRsa: 'is not an RSA key',
  unknown: 'holds a PEM block that is no private key',
  notBase64: 'holds characters that are not base64, or too few of them',
  malformed: 'is damaged: its bytes or its numbers are not those of a private key',
  tooShort: 'is shorter than 2048 bits',
} as const

/** Why a key is refused. */
export type PrivateKeyProblem = (typeof PROBLEM)[keyof typeof PROBLEM]
