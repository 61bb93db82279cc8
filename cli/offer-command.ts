import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError } from './command.ts'
import { fetchSettings, fillFromSettings } from './edge-settings.ts'
import { parseOfferKey } from './keys.ts'
import { type Draft, parseClaims } from './offer-claims.ts'
import { draftFromFlags, FLAGS } from './offer-flags.ts'
import { signOffer } from './sign-offer.ts'

const OPTIONS = {
  ...FLAGS,
  key: { type: 'string', default: 'offer-key.json' },
  claims: { type: 'string' },
  settings: { type: 'string' },
} as const

const HELP = `Usage: npx --no pay-checkout offer --key offer-key.json [--claims claims.json] [flags]

Signs what a page sells and prints the offer for <pay-checkout offer="…">. Claims come from a JSON
file, from flags, or from both; a flag wins.

  --aud https://pay.example.com      the edge that will charge it
  --expires 30d                      days (d), hours (h) or minutes (m) from now, or a date
  --item mug --description "A mug"   what is sold
  --currency EUR --amount 12.50      a fixed price
  --min 5 --max 500 --suggested 10   or a sum that the shopper chooses; --suggested may be repeated
  --quantity 1-5                     how many may be bought at once
  --intent sale                      sale (default), preauth or verify
  --origin https://shop.example.com  where it may be sold; may be repeated
  --method hosted --collect email    ways to pay, and what to ask for; may be repeated
  --limit 1                          how many may be sold: pieces with --quantity, else orders
  --settings https://pay.example.com fills methods and collect from what that edge serves
`

/** `pay-checkout offer`: signs claims. Harmless to repeat; never shows the private key. */
export const offerCommand: Command = {
  summary: 'sign what a page sells',
  help: HELP,
  async run(args, { print, now }) {
    const { values } = parseArgs({ args, options: OPTIONS })
    const key = parseOfferKey(await readText(values.key))
    const draft = {
      intent: 'sale',
      ...(await draftFromFile(values.claims)),
      ...draftFromFlags(values, now()),
    }
    const claims = parseClaims(await filled(draft, values.settings), now())
    if (!claims.ok) throw new CommandError(claims.reason)
    print(await signOffer(claims.value, key))
  },
}

async function filled(draft: Draft, edge: string | undefined): Promise<Draft> {
  return edge === undefined ? draft : fillFromSettings(draft, await fetchSettings(edge))
}

async function draftFromFile(path: string | undefined): Promise<Draft> {
  if (path === undefined) return {}
  const value = readJson(await readText(path), path)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Draft
  throw new CommandError([`${path}: must be a JSON object of claims`])
}

function readJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandError([`${path}: is not JSON`])
  }
}

const readText = (path: string) =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandError([`${path} cannot be read (${error.code})`])
  })
