import {
  COLOURS,
  CURVE,
  MOTION_MS,
  PALETTE,
  RADII,
  SCRIM,
  SHADOWS,
  SPACE,
  TYPE,
  WEIGHTS,
} from '../../shared/design.ts'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** All sheets but those of the demo shop, which is a shop and none of our screens. Some stand in a file of TypeScript. */
const SHEETS =
  /^(?:widget|desk|worker)\/.*\.css$|^(?:sandbox|worker\/routes)\/pages\/[\w-]+\.ts$|^desk\/order\/packing-slip\.ts$/

/** Letters, distances, corners, shadows, colours and durations of every sheet are those of `shared/design.ts`. */
export const designValues: Check = {
  name: 'every style sheet draws from the design system alone',
  problems: async () => problemsOf(await repositoryFiles((path) => SHEETS.test(path)), EXCEPTIONS),
}

/** File → what it may say of its own. */
type Exceptions = Readonly<Record<string, readonly string[]>>

const EXCEPTIONS: Exceptions = {
  // The paper's edge, not the letters'.
  'desk/order/packing-slip.ts': ['margin: 18mm'],
  // The bank is another house than the gateway, and looks like one.
  'sandbox/pages/style.ts': [
    '--ground: #eff4f1',
    '--ground: #0c110f',
    '--accent: #0b6b4b',
    '--accent: #6fd6ab',
  ],
  // Room for a ring around a field; a label stands close above its digits; a drawing has an edge.
  'widget/frames/fields/fields.css': [
    ...['padding: 0.375rem', 'padding: 0.125rem', 'margin-block-start: 0.375rem'],
    ...['stroke: rgb(0 0 0 / 0.25)', 'font-weight: 800'],
  ],
  // The frame stands out by the room for its rings; the bank's page is white whatever the tag is.
  'widget/theme/dialogs.css': ['margin: -0.375rem', 'color: #555'],
  // Drawings of brands.
  'widget/theme/forms.css': ['stroke: #0004', 'font: 800', 'font: 11px', 'font-size: 8px'],
  // Between a mark and its word.
  'widget/theme/layout.css': ['margin-inline-start: 0.375em'],
  // A spinner that barely turns.
  'widget/theme/panels.css': ['animation-duration: 4s'],
  // The columns of the page.
  'worker/assets/pay.css': ['gap: 5rem', 'margin-inline-start: 2.5rem'],
}

/** @returns Each value of a sheet's own that is no exception, and each exception that no sheet needs any more. */
export function problemsOf(sheets: readonly RepositoryFile[], exceptions: Exceptions): string[] {
  const said = sheets.flatMap((sheet) => ownValues(sheet).map((own) => `${sheet.path}: ${own}`))
  const excepted = Object.entries(exceptions).flatMap(([path, values]) =>
    values.map((value) => `${path}: ${value}`),
  )
  return [
    ...said.filter((one) => !excepted.includes(one)),
    ...excepted.filter((one) => !said.includes(one)).map((one) => `${one}: an exception that is not needed`),
  ]
}

const REM_PX = 16

/** Of which properties a rule is, and what of a value is not of the design system. */
type Rule = readonly [properties: RegExp, own: (value: string) => readonly string[]]

const RULES: readonly Rule[] = [
  [/^font-size$/, (value) => ownLengths(value, TYPE, /^0$/)],
  [/^font$/, (value) => ownLengths(value.replace(/\/ ?\S+/, ''), TYPE, /^0$/)],
  [
    /^font(?:-weight)?$/,
    (value) => value.match(/(?<![\w.])[1-9]00?\d?(?![\w.])/g)?.filter(isOwnWeight) ?? [],
  ],
  [/^(?:padding|margin)\b|^(?:row-|column-)?gap$/, (value) => ownLengths(value, SPACE, /^-?1px$|%$/)],
  [/\bradius$/, (value) => ownLengths(value, RADII, /^50%$/)],
  [/^box-shadow$/, (value) => (isKnownShadow(value) ? [] : [value])],
  [/^(?:transition|animation)(?:-duration)?$/, (value) => value.split(/,(?![^(]*\))/).filter(isOwnMotion)],
  [/./, (value) => coloursIn(value).filter((colour) => !KNOWN_COLOURS.has(colour))],
]

/** Corners of the tag and of what is drawn on its tokens follow `--pay-radius`. */
const FOLLOWS_TOKENS = /^(?:widget|desk)\/.*\.css$/
const CORNERS_BY_TOKEN: Rule = [/\bradius$/, (value) => ownLengths(value, {}, /^50%$/)]

/** A declaration, also as the last of its block; what stands before `{` is none. */
const DECLARATION = /(?<=[{;\s`])(--[\w-]+|[a-z-]+)\s*:\s*([^;{}`]+?)\s*(?=[;}`])/g

/** @returns What a sheet says of its own, each as `property: value`. */
export function ownValues({ path, text }: RepositoryFile): string[] {
  const rules = FOLLOWS_TOKENS.test(path) ? [...RULES, CORNERS_BY_TOKEN] : RULES
  const own = [...text.replace(/\/\*[\s\S]*?\*\//g, ' ').matchAll(DECLARATION)].flatMap(
    ([, property = '', value = '']) =>
      rules
        .filter(([properties]) => properties.test(property))
        .flatMap(([, ownOf]) => ownOf(value.replace(/\s+/g, ' ')))
        .map((one) => `${property}: ${one.trim()}`),
  )
  return [...new Set(own)]
}

/** Lengths that are neither on the scale, on either side of zero, nor among the others. */
const ownLengths = (value: string, scale: Readonly<Record<string, number>>, others: RegExp) =>
  (value.replace(/var\(.*?\)/g, '').match(/(?<![\w#.-])-?(?:\d*\.)?\d+(?:%|[a-z]+)/g) ?? []).filter(
    (length) => !others.test(length) && !Object.values(scale).includes(Math.abs(remsOf(length))),
  )

/** A length as a part of the size of letters; of one in another unit there is no such part. */
function remsOf(length: string): number {
  const number = Number.parseFloat(length)
  if (length.endsWith('px')) return number / REM_PX
  return length.endsWith('em') ? number : Number.NaN
}

const isOwnWeight = (weight: string) => !Object.values(WEIGHTS).map(String).includes(weight)

const compact = (css: string) => css.replace(/(?<!\d)0(?=\.\d)/g, '').replace(/\s*([,()])\s*|\s+/g, '$1')

/** An inner shadow is a ring or a ground. */
const isKnownShadow = (value: string) =>
  Object.values(SHADOWS).map(compact).includes(compact(value)) ||
  value.split(/,(?![^(]*\))/).every((one) => /^(?:none$|inset\b|var\()/.test(one.trim()))

const SECONDS = Object.values(MOTION_MS).map((ms) => compact(`${ms / 1000}s`))

/** Nobody sees what takes no time or a millisecond, and what turns without an end says that something is not there yet. */
function isOwnMotion(motion: string): boolean {
  const [duration] = /[\d.]+m?s\b/.exec(motion) ?? []
  if (!duration || /^(?:0s|1ms)$/.test(duration) || /\binfinite\b/.test(motion)) return false
  return !SECONDS.includes(compact(duration)) || !compact(motion).includes(compact(CURVE))
}

const coloursIn = (value: string) =>
  value.match(
    /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([^)]*\)|\b(?:white|black|gr[ae]y|silver|red|green|blue|yellow|orange)\b/gi,
  ) ?? []

/** With what is printed, and with nothing at all. */
const KNOWN_COLOURS = new Set([
  ...coloursIn(JSON.stringify([PALETTE, COLOURS, SHADOWS, SCRIM])),
  '#000',
  '#0000',
])
