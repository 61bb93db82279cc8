/** Options of the commands that ask an edge. */

/** Which edge. */
export const EDGE = ['--edge <origin>', 'the edge, such as https://pay.example.com'] as const

/** Where the merchant key is. */
export const KEY_FILE = [
  '--merchant-key-file <file>',
  'file with a merchant key; default: PAY_MERCHANT_KEY',
] as const
