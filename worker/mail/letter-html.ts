/**
 * A mail as HTML: one document without a script, a style sheet, a picture or a font. Pure.
 *
 * It is drawn in the design system as far as mail readers go: tables, styles in the elements, sizes in pixels. Words and ground
 * have no colour of their own, so that a reader in dark colours turns them round; only the way on is in the brand's.
 */
import { PALETTE, RADII, SPACE, TYPE, WEIGHTS } from '../../shared/design.ts'
import { readableOn } from '../../shared/readable-on.ts'
import type { LetterLink, LetterParts } from './letter-parts.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A value as text between tags, or within quotes. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')

/** The root's size in pixels: mail readers know no `rem`. */
const ROOT = 16

const px = (rem: number) => `${rem * ROOT}px`

const FAMILY = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"

/** A line that is seen on white and on black. */
const LINE = '1px solid rgba(128,128,128,.35)'

const SMALL = `font-size:${px(TYPE.small)};opacity:.75`

const STYLES = {
  body: `margin:0;padding:${px(SPACE.section)} ${px(SPACE.group)};font:${ROOT}px/1.5 ${FAMILY}`,
  page: 'width:100%;max-width:560px;margin:0 auto;border-collapse:separate;border-spacing:0',
  head: `padding:0 ${px(SPACE.hair)} ${px(SPACE.row)};font-weight:${WEIGHTS.strong}`,
  mark: `display:inline-block;border:1px solid;border-radius:${px(RADII.small)};padding:0 ${px(SPACE.inner)};margin:0 ${px(SPACE.inner)};font-size:${px(TYPE.small)};font-weight:${WEIGHTS.text}`,
  sheet: `border:${LINE};border-radius:${px(RADII.container)};padding:${px(SPACE.section)}`,
  title: `margin:0;${SMALL}`,
  heading: `margin:0;font-size:${px(TYPE.title)};line-height:1.25;font-weight:${WEIGHTS.strong}`,
  sum: `margin:${px(SPACE.inner)} 0 0;font-size:${px(TYPE.display)};line-height:1.2;font-weight:${WEIGHTS.sum}`,
  text: `margin:${px(SPACE.inner)} 0 0`,
  note: `margin:${px(SPACE.inner)} 0 0;${SMALL}`,
  table: `width:100%;margin:${px(SPACE.section)} 0 0;border-collapse:collapse`,
  cell: `padding:${px(SPACE.inner)} 0;border-top:${LINE};vertical-align:top;overflow-wrap:anywhere`,
  foot: `padding:${px(SPACE.group)} ${px(SPACE.hair)} 0;${SMALL}`,
  link: 'color:inherit',
} as const

/** Writes the document. Every text in it is escaped. */
export function htmlOf(parts: LetterParts): string {
  const { language, seller, mark, title, heading, sum, sentences, lines, rows, way, accent } = parts
  const ends = language.direction === 'rtl' ? 'left' : 'right'
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(heading)}</title>`,
  ].join('')
  const sheet = [
    ...(title ? [paragraph('title', title)] : []),
    `<h1 style="${STYLES.heading}">${escaped(heading)}</h1>`,
    ...(sum ? [paragraph('sum', sum)] : []),
    ...sentences.map((text) => paragraph('text', text)),
    ...(way ? [button(way, accent)] : []),
    table(lines, { ends, hasSum: lines.length > 1 }),
    table(rows, { ends, hasSum: false }),
  ].join('\n')
  return [
    '<!doctype html>',
    `<html lang="${escaped(language.tag)}" dir="${escaped(language.direction)}">`,
    `<head>${head}</head>`,
    `<body style="${STYLES.body}"><table role="presentation" dir="${escaped(language.direction)}" style="${STYLES.page}">`,
    `<tr><td style="${STYLES.head}"><bdi>${escaped(seller)}</bdi>${mark ? ` <span style="${STYLES.mark}">${escaped(mark)}</span>` : ''}</td></tr>`,
    `<tr><td style="${STYLES.sheet}">\n${sheet}\n</td></tr>`,
    `<tr><td style="${STYLES.foot}">${foot(parts)}</td></tr>`,
    '</table></body>',
    '</html>\n',
  ].join('\n')
}

const paragraph = (style: 'title' | 'sum' | 'text' | 'note', text: string) =>
  `<p style="${STYLES[style]}">${escaped(text)}</p>`

/** The cell has the colour, since some readers draw no padding of a link. */
function button({ label, note, address }: LetterLink, accent: string = PALETTE.accent[0]): string {
  const words = readableOn(accent)
  const cell = `background:${accent};border:${LINE};border-radius:${px(RADII.control)}`
  const link =
    `display:inline-block;padding:${px(SPACE.row)} ${px(SPACE.section)};color:${words};` +
    `font-weight:${WEIGHTS.strong};text-decoration:none`
  return (
    `<table role="presentation" style="margin:${px(SPACE.section)} 0 0;border-collapse:separate"><tr><td style="${cell}">` +
    `<a href="${escaped(address)}" style="${link}">${escaped(label)}</a></td></tr></table>${note ? paragraph('note', note) : ''}`
  )
}

/** Readers of mail that speak it aloud hear no table, since it only stands side by side. */
const table = (
  cells: readonly (readonly [string, string])[],
  { ends, hasSum }: { readonly ends: string; readonly hasSum: boolean },
) =>
  cells.length === 0
    ? ''
    : `<table role="presentation" style="${STYLES.table}">${cells
        .map((row, at) => tableRow(row, ends, hasSum && at === cells.length - 1))
        .join('')}</table>`

function tableRow([one, other]: readonly [string, string], ends: string, isSum: boolean): string {
  const cell = isSum ? `${STYLES.cell};font-weight:${WEIGHTS.sum}` : STYLES.cell
  return (
    `<tr><td style="${cell}"><bdi>${escaped(one)}</bdi></td>` +
    `<td style="${cell};padding-${ends === 'right' ? 'left' : 'right'}:${px(SPACE.group)};text-align:${ends}"><bdi>${escaped(other)}</bdi></td></tr>`
  )
}

const foot = ({ links, footer }: LetterParts) =>
  [
    ...(links.length > 0 ? [links.map(footLink).join(' · ')] : []),
    ...footer.map((text) => `<bdi>${escaped(text)}</bdi>`),
  ].join('<br>\n')

const footLink = ({ label, address }: LetterLink) =>
  `<a href="${escaped(address)}" style="${STYLES.link}">${escaped(label)}</a>`
