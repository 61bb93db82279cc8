/** The fenced snippets of README and docs, as their readers see them. Pure. */

/** One fenced block of a document. */
export interface Snippet {
  /** Path of the document from the root of the repository. */
  readonly path: string
  /** Line of its first fence, counted from 1. */
  readonly line: number
  /** A fence without a language holds commands. */
  readonly language: string
  /** The file as which readers save it, where the fence names one after its language. */
  readonly file?: string
  /** The commands start a program that keeps running, as the word `stays` after `sh` says. */
  readonly stays: boolean
  readonly text: string
  /** The file of `examples/` that it is, where one is. `npm run test:packages` tries it there. */
  readonly example?: string
  /** Why no test runs it, where the paragraph before says so. */
  readonly reason?: string
}

/** What readers see before a snippet that no test runs. The reason follows, up to the end of its sentence. */
const NOT_RUN = 'No test runs this:'

/** How each language of a snippet is tried. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'bash runs it against a stack of edge and sandbox',
  html: 'Chromium shows it, and its tag comes up against the edge',
  http: 'Chromium shows a page with these headers, and its tag comes up',
  css: 'every declaration is one that Chromium supports, every --pay- property and part is one of the tag',
  js: 'TypeScript checks it, and a page or Node runs it',
  ts: 'TypeScript checks it',
  php: 'a parser reads it, and PHP runs it where it is installed',
  python: 'Python runs it',
  json: 'it is parsed, and the edge takes every setting',
  yaml: 'it is parsed',
  csv: 'the command line reads it as a catalogue',
  mermaid: 'each line has a form that the diagram has',
}

const FENCE = /^([ \t]*)```([^\n`]*)\n([\s\S]*?)^\1```[ \t]*$/gm

/** The line before a snippet that `npm run reference` writes. */
const EXAMPLE = /<!-- example (\S+): npm run reference -->\s*$/

/** Reads the snippets of a document, in its order. */
export function snippetsOf(path: string, document: string): Snippet[] {
  return [...document.matchAll(FENCE)].map(({ index, 1: indent = '', 2: info = '', 3: body = '' }) => {
    const before = document.slice(0, index)
    const [language = '', file] = info.trim().split(/\s+/)
    const stays = file === 'stays'
    const reason = reasonIn(before)
    const [, example] = EXAMPLE.exec(before) ?? []
    return {
      path,
      line: before.split('\n').length,
      language: language || 'sh',
      stays,
      text: body.replace(new RegExp(`^${indent}`, 'gm'), ''),
      ...(file !== undefined && !stays && { file }),
      ...(example !== undefined && { example }),
      ...(reason !== undefined && { reason }),
    }
  })
}

/** The reason in the paragraph that ends where the snippet begins. */
function reasonIn(before: string): string | undefined {
  const paragraph = (
    before
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? ''
  ).replace(/\s+/g, ' ')
  const [, after] = paragraph.split(NOT_RUN)
  return after?.split(/[.:](?:\s|$)/, 1)[0]?.trim()
}

/** Says what is wrong with the form of a snippet; nothing for most. */
export function formProblems({ language, file, example, reason }: Snippet, document: string): string[] {
  return [
    ...(language in LANGUAGES || example !== undefined || reason !== undefined
      ? []
      : [`no rule tries the language "${language}"`]),
    ...(reason !== undefined && reason.length < 10 ? [`the reason after "${NOT_RUN}" is missing`] : []),
    ...(file !== undefined && !document.includes(`\`${file}\``)
      ? [`the text does not name the file ${file}`]
      : []),
  ]
}

/** Names a snippet in reports: `docs/deploy.md:12 sh`. */
export const titleOf = ({ path, line, language }: Snippet) => `${path}:${line} ${language}`
