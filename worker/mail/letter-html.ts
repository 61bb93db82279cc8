/** A mail as HTML: one document without a script, a style sheet, a picture or a font. Pure. */
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

const BODY = 'margin:0;padding:24px;font:16px/1.5 sans-serif'
const PAGE = 'max-width:560px;margin:0 auto'
const CELL = 'padding:4px 0;vertical-align:top'

/** Writes the document. Every text in it is escaped. */
export function htmlOf({
  language,
  mark,
  heading,
  sentences,
  lines,
  rows,
  links,
  footer,
}: LetterParts): string {
  const head = `<meta charset="utf-8"><title>${escaped(heading)}</title>`
  const body = [
    ...(mark ? [`<p><strong>${escaped(mark)}</strong></p>`] : []),
    `<h1 style="font-size:22px">${escaped(heading)}</h1>`,
    ...sentences.map((text) => `<p>${escaped(text)}</p>`),
    table(lines),
    table(rows),
    ...links.map(link),
    `<p style="font-size:13px">${escaped(footer)}</p>`,
  ].join('\n')
  return [
    '<!doctype html>',
    `<html lang="${escaped(language.tag)}" dir="${escaped(language.direction)}">`,
    `<head>${head}</head>`,
    `<body style="${BODY}"><div style="${PAGE}">\n${body}\n</div></body>`,
    '</html>\n',
  ].join('\n')
}

/** Readers of mail that speak it aloud hear no table, since it only stands side by side. */
const table = (cells: readonly (readonly [string, string])[]) =>
  cells.length === 0
    ? ''
    : `<table role="presentation" style="width:100%;border-collapse:collapse">${cells.map(tableRow).join('')}</table>`

const tableRow = ([one, other]: readonly [string, string]) =>
  `<tr><td style="${CELL}"><bdi>${escaped(one)}</bdi></td><td style="${CELL};text-align:end"><bdi>${escaped(other)}</bdi></td></tr>`

const link = ({ label, address }: LetterLink) => `<p><a href="${escaped(address)}">${escaped(label)}</a></p>`
