/** For tests: flags of the command `offer`. */

/** What is sold, and where. No test asks the edge of that name. */
export const MUG = [
  ...['--aud', 'https://pay.example.com'],
  ...['--expires', '30d'],
  ...['--item', 'mug'],
  ...['--description', 'A mug'],
  '--no-settings',
]

/** For how much. */
export const PRICE = ['--currency', 'EUR', '--amount', '12.5']
