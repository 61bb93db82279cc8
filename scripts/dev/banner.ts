import { PLAIN_CARD } from '../../sandbox/cards/test-cards.ts'
import type { Addresses } from '../stack/addresses.ts'
import type { DevOptions } from './dev-options.ts'

/** Files that a person may want to open; paths from the root of the repository. */
export interface Places {
  readonly logs: string
  readonly merchantKey: string
  readonly webhookSecret: string
}

/** The text for a person once everything runs: the addresses, what else there is, and at the end the first payment. Pure. */
export function banner(
  addresses: Addresses,
  places: Places,
  { origins, webhook }: Pick<DevOptions, 'origins' | 'webhook'> = { origins: [] },
): string {
  const { shop, edge, gateway, bank, local } = addresses
  return `
  Shop      ${shop}
  Desk      ${edge}/desk   the key is in the file ${places.merchantKey}
  Edge      ${edge}
  Gateway   ${gateway}   a sandbox: no money moves; ${gateway}/__sandbox/ledger says what it did
  Bank      ${bank}

  Cards and codes that decline, ask for 3-D Secure or never answer: docs/testing.md
  After a declined card the edge may want to know that you are a person: a stand-in plays Turnstile.
  Every state of the tag: ${shop}/gallery.html. Saved cards, verification and payouts, which
  need a server of the merchant's: ${shop}/counter

  Your own server may call the edge with the desk's key, which may do everything:

    curl -H "Authorization: Bearer $(cat ${places.merchantKey})" ${local.edge}/v1/orders

  ${ownPages(edge, origins)}
${webhook === undefined ? '' : `\n  Outcomes are posted to ${webhook},\n  signed with the secret in ${places.webhookSecret}.\n`}
  Logs are in ${places.logs}. The tag, the edge, the sandbox and the shop are built again when
  you change them.

${firstPayment(addresses)}`
}

/** What to do first, in the last lines: what stands above scrolls away. */
export const firstPayment = ({ shop, edge }: Pick<Addresses, 'shop' | 'edge'>) => `\
  Open   ${shop} to buy the mug with any e-mail address, ${edge}/desk to sell
  Card   ${spaced(PLAIN_CARD)}, any name, any date to come, the security code 123
  End    ${END}
`

/** The last line that `npm run dev` prints once everything runs. */
export const END = 'Ctrl-C ends everything'

/** What the merchant's own page needs to sell here. */
const ownPages = (edge: string, origins: readonly string[]) =>
  origins.length === 0
    ? `Your own page may sell too: npm run dev -- --origin http://localhost:3000
  Add --offer-key offer-key.json where it has offers that you sign, in place of products.`
    : `Your pages of ${origins.join(' and ')} may sell: paste the HTML of a product from the desk.
  Offers need ${edge}/pay-checkout.js, and are signed with --aud ${edge}`

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
