import { Command } from '@commander-js/extra-typings'
import type { OfferClaims } from '../../shared/offer.ts'
import { MAX_OFFER_CHARACTERS } from '../../shared/offer-claims.ts'
import { without } from '../../shared/without.ts'
import { type CatalogueEntry, parseCatalogue } from '../catalogue.ts'
import { type Answer, CommandError, type Terminal } from '../command.ts'
import { fetchSettings, fillFromSettings } from '../edge-settings.ts'
import { readJson, readText, readUtf8, writeText } from '../files.ts'
import { type OfferKey, parseOfferKey } from '../keys.ts'
import { type Draft, isOrigin, parseClaims } from '../offer-claims.ts'
import { draftFromFlags, type FlagValues } from '../offer-flags.ts'
import { paymentLink, qrSvg, qrText } from '../payment-link.ts'
import { signOffer } from '../sign-offer.ts'
import { type Signed, signPages } from '../signed-pages.ts'

/**
 * `pay-checkout offer`: signs claims. Harmless to repeat; never shows the private key.
 *
 * @example
 * npx --no pay-checkout offer --catalogue catalogue.csv --aud https://pay.example.com --expires 30d --out offers.json
 */
export const offerCommand = (terminal: Terminal) =>
  new Command('offer')
    .summary('sign what a page sells')
    .description(
      'Signs what a page sells: one offer from flags or a file of claims; a catalogue; or the tags <pay-checkout item="…"> of built pages, and the lines <pay-line item="…"> of carts, which it rewrites. A flag wins over a file.',
    )
    .option('--aud <origin>', 'the edge that will charge it, such as https://pay.example.com')
    .option('--expires <time>', 'days (30d), hours (12h) or minutes (30m) from now, or a date')
    .option('--item <name>', 'what is sold, by a name of yours')
    .option('--description <text>', 'what is sold, for the shopper')
    .option('--currency <code>', 'such as EUR')
    .option('--amount <amount>', 'a fixed price, such as 12.50')
    .option('--min <amount>', 'or a sum that the shopper chooses: at least')
    .option('--max <amount>', 'at most')
    .option('--suggested <amount...>', 'and what the tag suggests')
    .option('--quantity <range>', 'how many may be bought at once, such as 1-5')
    .option('--intent <intent>', 'sale (default), preauth or verify')
    .option(
      '--act <act>',
      'what shoppers do by paying, for the words of the button: order, invoice or donation; default: order, or donation where they choose the sum',
    )
    .option('--origin <origin...>', 'where it may be sold, such as https://shop.example.com')
    .option('--method <method...>', 'ways to pay, such as hosted')
    .option('--collect <field...>', 'what to ask the shopper for, such as email')
    .option('--country <code...>', 'countries that it is sold to, such as DE; default: all')
    .option('--limit <count>', 'how many may be sold: pieces with --quantity, else orders')
    .option('--key <file>', 'the key that signs', 'offer-key.json')
    .option(
      '--settings [origin]',
      'the edge whose methods and fields fill methods and collect, unless they are named; default: that of --aud',
    )
    .option(
      '--no-settings',
      'ask no edge: without methods, the tag waits for the edge to say which ways to pay it has',
    )
    .option('--claims <file>', 'claims of one offer, as JSON')
    .option(
      '--catalogue <file>',
      'several items: CSV with the names of the flags as columns, or a JSON list of claims',
    )
    .option(
      '--html <path...>',
      'pages, or folders of pages, whose tags and carts get their offers from the catalogue',
    )
    .option(
      '--language <tag>',
      'the catalogue’s column of descriptions, such as de for description.de; default with --html: that of each page',
    )
    .option('--out <file>', 'write the offers to a JSON file, item → offer')
    .option('--link', 'print a payment link instead of the offer, and its QR code')
    .option('--qr <file>', 'write the QR code of the payment link as SVG')
    .action(async (options) => {
      const { tell, answer } = terminal
      const signed = await signAll(await draftsOf(options, terminal), options, terminal.now())
      if (options.html) return answer(await signPages(options.html, signed))
      if (options.out)
        await writeText(
          options.out,
          json(Object.fromEntries(signed.map(({ claims, offer }) => [claims.item, offer]))),
        )
      if (options.catalogue) return answer(listOf(signed, options.link === true))
      const [{ offer, link, claims } = missing()] = signed
      if (options.qr) await writeText(options.qr, qrSvg(link) ?? tooLong())
      const code = options.link ? (qrText(link) ?? 'The link is too long for a QR code.') : undefined
      for (const line of code?.split('\n') ?? []) tell(line)
      answer({ lines: [options.link ? link : offer], value: { offer, link, claims } })
    })

interface OfferOptions extends FlagValues {
  readonly key: string
  readonly claims?: string
  readonly catalogue?: string
  readonly html?: string[]
  readonly language?: string
  /** `false` by `--no-settings`. */
  readonly settings?: string | boolean
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

function missing(): never {
  throw new TypeError('nothing was signed')
}

function tooLong(): never {
  throw new CommandError('offer-too-long', ['the payment link is too long for a QR code'])
}

/** Claims to sign, and where they stand, for messages. */
interface Wanted {
  readonly draft: Draft
  readonly place: string
  /** Of the description: the same claims stand there in no language as well. */
  readonly language?: string
}

async function draftsOf(options: OfferOptions, { now }: Terminal): Promise<readonly Wanted[]> {
  if (options.catalogue === undefined) {
    const draft = { ...(await claimsFile(options.claims)), ...draftFromFlags(options, now()) }
    return [{ draft, place: '' }]
  }
  const entries = parseCatalogue(await readUtf8(options.catalogue), now())
  if (!entries.ok)
    throw new CommandError(
      'file-malformed',
      entries.reason.map((text) => `${options.catalogue}: ${text}`),
    )
  const flags = draftFromFlags(options, now())
  return entries.value.flatMap(({ draft, descriptions, place }) =>
    inLanguages(
      {
        // Pictures are of products alone, which come from the same catalogue.
        draft: { ...without(draft, 'image'), ...flags },
        descriptions: flags.description === undefined ? descriptions : {},
        place: `${options.catalogue}, ${place}: `,
      },
      options,
    ),
  )
}

/** An entry in the language that was asked for; for pages in every language that it has. */
function inLanguages({ draft, descriptions, place }: CatalogueEntry, options: OfferOptions): Wanted[] {
  const languages = Object.keys(descriptions)
  if (draft.limit !== undefined && languages.length > 0)
    throw new CommandError('claims-invalid', [`${place}${LIMIT_IN_LANGUAGES}`])
  if (options.language !== undefined) {
    const description = descriptions[options.language.toLowerCase()]
    return [{ draft: description === undefined ? draft : { ...draft, description }, place }]
  }
  const further = options.html ? languages : []
  return [
    { draft, place },
    ...further.map((language) => ({
      draft: { ...draft, description: descriptions[language] },
      place,
      language,
    })),
  ]
}

const LIMIT_IN_LANGUAGES =
  'limit: has one description, since each language is an offer of its own, which would count apart'

async function claimsFile(path: string | undefined): Promise<Draft> {
  if (path === undefined) return {}
  const value = await readJson(path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Draft
  throw new CommandError('file-malformed', [`${path}: must be a JSON object of claims`])
}

/** Signs all, or nothing: every problem of every item is reported at once. */
async function signAll(entries: readonly Wanted[], options: OfferOptions, now: number): Promise<Signed[]> {
  const key = await readKey(options.key)
  const settingsOf = settingsReader(options.settings)
  const filled = await Promise.all(
    entries.map(async ({ draft, ...entry }) => ({
      draft: await settingsOf({ intent: 'sale', ...draft }),
      ...entry,
    })),
  )
  const checked = filled.map(({ draft, ...entry }) => ({ ...entry, claims: parseClaims(draft, now) }))
  const problems = checked.flatMap(({ place, claims }) =>
    claims.ok ? [] : claims.reason.map((text) => place + text),
  )
  // What is wrong with an item is said once, and not for each of its languages.
  if (problems.length > 0) throw new CommandError('claims-invalid', [...new Set(problems)])
  return Promise.all(
    checked.flatMap(({ claims, language }) => (claims.ok ? [signed(claims.value, key, language)] : [])),
  )
}

async function readKey(path: string): Promise<OfferKey> {
  const text = await readText(path)
  try {
    return parseOfferKey(text)
  } catch (error) {
    throw new CommandError('key-invalid', [
      `${path}: ${error instanceof TypeError ? error.message : 'is no key'}`,
    ])
  }
}

/** Fills drafts from the settings of one edge, which are read once. */
function settingsReader(named: string | boolean | undefined): (draft: Draft) => Promise<Draft> {
  const read = new Map<string, ReturnType<typeof fetchSettings>>()
  return async (draft) => {
    const edge = typeof named === 'string' ? named : String(draft.aud ?? '')
    if (named === false || isComplete(draft)) return draft
    // The check of the claims says what is wrong with an address that is none.
    if (typeof named !== 'string' && !isOrigin(edge)) return draft
    const settings = read.get(edge) ?? fetchSettings(edge).catch(withWayOut)
    read.set(edge, settings)
    return fillFromSettings(draft, await settings)
  }
}

const isComplete = ({ methods, collect }: Draft) => methods !== undefined && collect !== undefined

const WAY_OUT =
  'the offer gets its methods and fields from there; name --method and --collect, or leave them out by --no-settings'

function withWayOut(error: unknown): never {
  throw error instanceof CommandError ? new CommandError(error.code, [...error.problems, WAY_OUT]) : error
}

async function signed(claims: OfferClaims, key: OfferKey, language?: string): Promise<Signed> {
  const offer = await signOffer(claims, key)
  if (offer.length > MAX_OFFER_CHARACTERS)
    throw new CommandError('offer-too-long', [
      `the offer of ${claims.item} has more than ${MAX_OFFER_CHARACTERS} characters`,
    ])
  return { claims, offer, link: paymentLink(claims.aud, offer), ...(language !== undefined && { language }) }
}

const listOf = (signed: readonly Signed[], isLink: boolean): Answer => ({
  lines: signed.map(({ claims, offer, link }) => `${claims.item}\t${isLink ? link : offer}`),
  value: { offers: signed },
})
