/**
 * Writes `docs/llms.txt` and `docs/llms-full.txt` for coding assistants. The steps and rules of the first are written by hand;
 * its index, and all of the second, come from the pages. Pure: the same pages give the same texts.
 *
 * @see https://llmstxt.org
 */

/** A page, by its path in `docs/`. */
export interface Page {
  readonly path: string
  readonly text: string
}

/** One line of the index. */
interface Entry {
  readonly path: string
  readonly title: string
  /** What the page is for. */
  readonly about: string
}

/** From here on `llms.txt` is generated. */
const INDEX = '## Guides\n'

/** Sections of `docs/README.md` that an assistant can leave out. */
const OPTIONAL: readonly string[] = ['How it works']

/**
 * Puts the index of the pages behind what was written by hand.
 *
 * @param written `llms.txt` as it is kept.
 * @param contents `docs/README.md`: the index has its order, its titles, and what it says that each page is for.
 */
export function withIndex(written: string, contents: string): string {
  const [byHand = ''] = written.split(INDEX)
  const sections = sectionsOf(contents)
  const listed = (isOptional: boolean) =>
    sections
      .filter(({ heading }) => OPTIONAL.includes(heading) === isOptional)
      .flatMap(({ body }) => entriesIn(body))
      .map(({ title, path, about }) => `- [${title}](${path}): ${about}`)
      .join('\n')
  return `${byHand}${INDEX}\n${listed(false)}\n\n## Optional\n\n${listed(true)}\n`
}

/**
 * All guides in one text: what was written by hand for `llms.txt`, and each page that is not optional behind its path.
 *
 * @throws {TypeError} If a page that the contents list is missing.
 */
export function fullText(llms: string, contents: string, pages: readonly Page[]): string {
  const [byHand = ''] = llms.split(INDEX)
  const guides = sectionsOf(contents).filter(({ heading }) => !OPTIONAL.includes(heading))
  const all = guides.flatMap(({ body }) => entriesIn(body))
  const texts = all.map(({ path }) => `<!-- docs/${path} -->\n\n${readable(textOf(path, pages))}`)
  return `${[byHand.trimEnd(), ...texts].join('\n\n')}\n`
}

interface Section {
  readonly heading: string
  readonly body: string
}

const sectionsOf = (contents: string): Section[] =>
  contents
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      return { heading, body: lines.join('\n') }
    })

/** A row of a table of contents: a link to a page of `docs/`, and what it is for. */
const ROW = /^\| \[([^\]]+)\]\(([\w/-]+\.md)\) \| (.+) \|$/gm

/** The pages that a section lists. */
const entriesIn = (body: string): Entry[] =>
  [...body.matchAll(ROW)].map(([, title = '', path = '', about = '']) => ({ title, path, about }))

function textOf(path: string, pages: readonly Page[]): string {
  const page = pages.find((one) => one.path === path)
  if (!page) throw new TypeError(`docs/README.md lists ${path}, which is missing`)
  return page.text
}

/** Without pictures and comments, which say nothing to a program that reads. */
const readable = (text: string): string =>
  text
    .replace(/<picture>.*?<\/picture>\n*/gs, '')
    .replace(/^<!--.*?-->\n*/gms, '')
    .trim()
