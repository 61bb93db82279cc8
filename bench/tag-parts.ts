import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { PartResult } from '../scripts/reference/bench-results.ts'
import { ROOT } from '../scripts/root.ts'
import { compacted } from '../widget/build/compact-templates.ts'

/** What readers know as a part of the tag, and its sources. A source belongs to the first part that names it. */
const PARTS: readonly (readonly [part: string, sources: RegExp])[] = [
  ['Lit: templates, reactive properties, style sheets', /node_modules/],
  ['the texts that a shopper reads, in English', /english-texts/],
  ['what each status says and offers, for every intent', /widget\/screen\//],
  ['looks: tokens, themes, rules of style, and motion', /widget\/theme\/|shared\/design|\.css|motion/],
  ['the cart', /order\/(cart|former-carts)/],
  ['products, offers and links: what is sold for how much', /order\/(products|offer|goods|link|jws)/],
  ['the choice of ways, saved cards, the marks of brands', /method-picker|order\/ways|brand/],
  ['amounts as people type them, in any language', /typed-amount|order\/amount/],
  ['fields for amount and quantity', /amount-form|checkout-form/],
  [
    'fields for e-mail, name, phone and addresses, and what was typed before',
    /widget\/forms\/(?!card-frame)|shared\/(customer|digits)/,
  ],
  ['the frame of card fields', /card-frame|frame-messages/],
  ['the dialog of the bank and of the bot check, windows of their own', /dialogs\/|payment-window|bot-check/],
  ['the receipt, on the screen and on paper', /receipt|print/],
  ['the shopper’s language, prices in it', /language|phrase|prices|locale/],
  [
    'events for the page, words for screen readers, the form around the tag',
    /widget\/events|announcer|form-(field|host)/,
  ],
  ['following an order: live socket, polling, offline', /order\/(live|offline|jobs)/],
  [
    'coming back: reloads, other tabs, earlier visits',
    /remembered|return-fragment|find-order|earlier-purchase|attempt-location|tab-sync|shown-order|open-order/,
  ],
  [
    'paying: a click, its requests, what repeats them and what refuses them',
    /start-|submission|order-requests|attempt-step|model\/(sale|refusal)|order\/(api|refusals|problems)|shared\/problem/,
  ],
  ['one record of what the tag knows, and one table of its changes', /widget\/order\//],
  ['the element: its properties, its templates, the summary', /widget\/(element|look)\//],
]

const REST = 'what all share: the browser’s interface, statuses, durations'

/** A stretch of the built file, and the file that it was written in. */
interface Stretch {
  readonly source: string
  readonly text: string
}

/**
 * What each part of the tag weighs: how much smaller the file is without it, in bytes of gzip.
 *
 * @throws {TypeError} If a part has no source any more.
 */
export async function tagParts(): Promise<PartResult> {
  const stretches = await builtStretches()
  const weigh = (kept: readonly Stretch[]) =>
    gzipSync(compacted(kept.map(({ text }) => text).join('')), { level: 9 }).length
  const whole = weigh(stretches)
  const rows = [...PARTS.map(([part]) => part), REST].map((part) => {
    const kept = stretches.filter(({ source }) => partOf(source) !== part)
    return { part, gzip: whole - weigh(kept) }
  })
  const empty = rows.filter(({ gzip }) => gzip <= 0).map(({ part }) => part)
  if (empty.length) throw new TypeError(`No source of the tag is of ${empty.join(', ')}`)
  return {
    title: 'What the bytes of the tag buy, bytes',
    rows: [...rows.toSorted((one, other) => other.gzip - one.gzip), { part: 'the whole file', gzip: whole }],
    notes: [
      'A part weighs what the file loses without it: its bytes are taken out of the built file by its source map, and the rest is compressed. Parts share words, so that their sum is less than the whole.',
    ],
  }
}

const partOf = (source: string) => PARTS.find(([, sources]) => sources.test(source))?.[0] ?? REST

/** Builds the tag, and cuts it into stretches of one source each, as they stand before the last step of the build. */
async function builtStretches(): Promise<Stretch[]> {
  let stretches: Stretch[] = []
  await build({
    ...{ configFile: join(ROOT, 'widget/build/vite.config.ts'), logLevel: 'silent' },
    // Hidden, since a comment that names the map would be bytes of the file.
    build: { write: false, sourcemap: 'hidden' },
    plugins: [
      {
        ...{ name: 'tag-parts', enforce: 'pre' },
        generateBundle(_, bundle) {
          stretches = Object.values(bundle).flatMap((file) =>
            file.type === 'chunk' ? stretchesOf(file) : [],
          )
        },
      },
    ],
  })
  return stretches
}

function stretchesOf({ code, map }: Rolldown.OutputChunk): Stretch[] {
  if (!map) throw new TypeError('The tag was built without a source map')
  const sources = new SourceMap({ ...map, file: map.file ?? '', sourceRoot: '' })
  return code.split(/(?<=\n)/).flatMap((line, row) =>
    Array.from({ length: line.length }, (_, column) => ({
      source: sourceAt(sources, row, column),
      text: line[column] ?? '',
    })),
  )
}

function sourceAt(sources: SourceMap, row: number, column: number): string {
  const entry = sources.findEntry(row, column)
  return 'originalSource' in entry ? entry.originalSource : ''
}
