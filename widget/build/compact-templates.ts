import type { Plugin } from 'vite'

/** A line break and the indentation after it. No other text of a built file has an indented line. */
const INDENTATION = /\n\s+/g

/** An attribute whose value HTML reads alike without quotes. The minifier quotes no text of the script so. */
const QUOTED = /( [a-z-]+=)"([\w-]+)"(?=[ >])/g

/** A blank before or after the tag of a block, where no box shows it. */
const BETWEEN_BLOCKS =
  /(<\/(?:div|p|h2|dl|dd|fieldset|legend|header|form)>) (?=<)|(>) (?=<\/?(?:div|p|h2|dl|dt|fieldset|legend|header|form)\b)/g

/** Shortens the templates of the built tag, or of the desk, to what HTML reads alike. The minifier leaves texts as they are. */
export const compactTemplates = (): Plugin => ({
  name: 'compact-templates',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk') chunk.code = compacted(chunk.code)
  },
})

/** The script with its templates shortened. */
export const compacted = (code: string): string =>
  code.replace(INDENTATION, ' ').replace(BETWEEN_BLOCKS, '$1$2').replace(QUOTED, '$1$2')
