/** Writes files of `examples/` into the documents that explain them. Pure. */

/** The lines around a file in a document. */
const PLACE = /<!-- example (\S+): npm run reference -->.*?<!-- \/example -->/gs

/**
 * Puts each file where the document has a place for it, as a snippet that names the file.
 *
 * @param fileOf The text of a file of `examples/`, from its path there: `react/src/Checkout.tsx`.
 */
export const withExamples = (document: string, fileOf: (path: string) => string): string =>
  document.replaceAll(PLACE, (_, path: string) => {
    const name = path.split('/').at(-1) ?? ''
    const language = name.split('.').at(-1)
    const snippet = `\`\`\`${language} ${name}\n${fileOf(path)}\`\`\``
    return `<!-- example ${path}: npm run reference -->\n\n${snippet}\n\n<!-- /example -->`
  })
