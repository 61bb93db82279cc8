/** Takes the white space out of `html` and `css` templates, which a minifier of scripts leaves alone. */
import type { Plugin } from 'vite'

/** A piece of a template's text, and where it stands in the code. */
interface Quasi {
  readonly start: number
  readonly end: number
}

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type?: string
  readonly tag?: { readonly name?: string }
  readonly quasi?: { readonly quasis: readonly Quasi[]; readonly expressions: unknown }
}

/** Tag of a template → how its text is tightened. */
const TIGHTENERS: Readonly<Record<string, (text: string) => string>> = {
  css: (text) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replace(/: /g, ':')
      .replace(/(:checked|:focus-visible) \+ /g, '$1+')
      .replaceAll(';}', '}')
      .trim(),
  html: tightenMarkup,
  svg: tightenMarkup,
}

/** Line breaks between elements are dropped, others become one blank. */
function tightenMarkup(text: string): string {
  return text
    .replace(/>\s*\n\s*/g, '>')
    .replace(/\s*\n\s*</g, '<')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ (\/?>)/g, '$1')
    .replace(/="([\w-]+)"(?!\/)/g, '=$1')
}

/** Shortens the templates of the tag's own files. */
export const tightTemplates = (): Plugin => ({
  name: 'tight-templates',
  enforce: 'post',
  transform(code, id) {
    if (id.includes('/node_modules/')) return
    const tight = piecesIn(this.parse(code), code)
      .sort(([a], [b]) => b.start - a.start)
      .reduce((all, [{ start, end }, text]) => all.slice(0, start) + text + all.slice(end), code)
    return { code: tight, map: null }
  },
})

function piecesIn(node: unknown, code: string): [Quasi, string][] {
  if (Array.isArray(node)) return node.flatMap((one) => piecesIn(one, code))
  if (!node || typeof node !== 'object') return []
  const { type, tag, quasi } = node as Node
  const tighten = type === 'TaggedTemplateExpression' ? TIGHTENERS[tag?.name ?? ''] : undefined
  if (!tighten || !quasi) return piecesIn(Object.values(node), code)
  const own = quasi.quasis.map((piece): [Quasi, string] => [
    piece,
    tighten(code.slice(piece.start, piece.end)),
  ])
  return [...own, ...piecesIn(quasi.expressions, code)]
}
