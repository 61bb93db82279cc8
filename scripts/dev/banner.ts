import { DECISION_BY_CODE } from '../../sandbox/cards/issuer-decision.ts'
import { PLAIN_CARD, TEST_CARDS } from '../../sandbox/cards/test-cards.ts'
import type { Addresses } from '../stack/addresses.ts'
import type { DevOptions } from './dev-options.ts'

/** Files that a person may want to open; paths from the root of the repository. */
export interface Places {
  readonly logs: string
  readonly merchantKey: string
  readonly webhookSecret: string
}

/** The text for a person once everything runs: addresses, first clicks, test cards. Pure. */
export function banner(
  { shop, edge, gateway, bank, local }: Addresses,
  places: Places,
  { origins, webhook }: Pick<DevOptions, 'origins' | 'webhook'> = { origins: [] },
): string {
  return `
  Shop      ${shop}       ← here you buy
  Desk      ${edge}/desk   ← here you sell
  Edge      ${edge}
  Gateway   ${gateway}   a sandbox: no money moves
  Bank      ${bank}

  Choose the mug, type any e-mail address, and pay in the page or on the gateway's. The card is
  ${spaced(PLAIN_CARD)}, with any name, any date to come, and a security code:

${rows(codes())}

  Cards that behave in their own way:

${rows(Object.entries(TEST_CARDS).map(([number, { title }]) => [spaced(number), title]))}

  After a declined card the edge may want to know that you are a person: a stand-in plays Turnstile.

  Every state of the tag: ${shop}/gallery.html. Saved cards, verification and payouts, which
  need a server of the merchant's: ${shop}/counter

  At the desk you sell without a terminal: make products, copy their HTML, send links to pay, see who bought, refund.
  Sign in with the key in the file ${places.merchantKey}: it may do everything. docs/without-a-terminal.md leads through it.
  Your own server may call the edge with the same key, such as:

    curl -H "Authorization: Bearer $(cat ${places.merchantKey})" ${local.edge}/v1/orders

  ${ownPages(edge, origins)}
${webhook === undefined ? '' : `\n  Outcomes are posted to ${webhook},\n  signed with the secret in ${places.webhookSecret}.\n`}
  What the gateway did: ${gateway}/__sandbox/ledger
  Logs are in ${places.logs}. The tag, the edge, the sandbox and the shop are built again when
  you change them.

  Buy at ${shop}, sell at ${edge}/desk. Ctrl-C ends everything.
`
}

/** What the merchant's own page needs to sell here. */
const ownPages = (edge: string, origins: readonly string[]) =>
  origins.length === 0
    ? `Your own page may sell too: npm run dev -- --origin http://localhost:3000
  Add --offer-key offer-key.json where it has offers that you sign, in place of products.`
    : `Your pages of ${origins.join(' and ')} may sell: paste the HTML of a product from the desk.
  Offers need ${edge}/pay-checkout.js, and are signed with --aud ${edge}`

/** One line for each outcome, with all codes that lead to it. */
function codes(): [string, string][] {
  const byTitle = Map.groupBy(DECISION_BY_CODE, ([, { title }]) => title)
  const known = [...byTitle].map(([title, same]): [string, string] => [
    same.map(([code]) => code).join(', '),
    title,
  ])
  return [...known, ['any other', 'declined']]
}

function rows(pairs: readonly (readonly [string, string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `    ${left.padEnd(width)}   ${right}`).join('\n')
}

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
