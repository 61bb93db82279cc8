/** Options of every command on orders. */

export const EDGE = ['--edge <origin>', 'the edge, such as https://pay.example.com'] as const

export const KEY_FILE = [
  '--merchant-key-file <file>',
  'file with a merchant key; default: PAY_MERCHANT_KEY',
] as const

/** What every one of these commands was given. */
export interface OrderOptions {
  readonly edge: string
  readonly merchantKeyFile?: string | undefined
}

/** The options for a client, without those that are absent. */
export const keyOptions = ({ edge, merchantKeyFile }: OrderOptions) => ({
  edge,
  ...(merchantKeyFile !== undefined && { merchantKeyFile }),
})
