/** Searches every place where something typed could be left behind. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { stateDir } from './stack/stack.ts'

/** Searches a text. @returns What it found, and where. */
export type Search = (where: string, content: string) => string[]

/** Makes a search for unique texts, in one piece, in groups, or with blanks between; also in UTF-16. */
export const searchFor =
  (...marks: readonly string[]): Search =>
  (where, content) => {
    // Storage keeps a text in UTF-16 if any of its letters needs that; each other letter has a zero byte then.
    const tight = content.replace(/[\s\0-]|%20|\+/g, '')
    return marks
      .filter((mark) => content.includes(mark) || tight.includes(mark.replace(/\s/g, '')))
      .map((mark) => `${mark} in ${where}`)
  }

/** Makes a search for a code. It is too short to search for alone, so this looks for the ways in which a value is written. */
export const searchForCode = (code: string): Search => {
  // A Durable Object stores values as V8 serializes them: a quotation mark, the length, the text.
  const length = String.fromCharCode(code.length)
  const written = new RegExp(`["'\`]${code}["'\`]|[=>]${code}(?![\\w.])|"${length}${code}`)
  return (where, content) => (written.test(content) ? [`code in ${where}`] : [])
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

type WrittenFile = readonly [path: string, content: string]

/**
 * Everything that a part of a stack wrote: its log and its stored state, without its program.
 *
 * @param folder Where the stack keeps that. Default: the stack of this process.
 */
export async function written(part: 'edge' | 'sandbox', folder = stateDir()): Promise<WrittenFile[]> {
  const files = [join(folder, `${part}.log`), ...(await filesBelow(join(folder, part)))]
  const stored = files.filter((path) => !SIDE_FILE.test(path))
  // Side files first: SQLite moves the content of one into the main file, and removes it, when an object falls asleep.
  const beside = await Promise.all(files.filter((path) => path.endsWith('-wal')).map(readIfThere))
  const main = await Promise.all(stored.map(async (path) => [path, await readFile(path, 'latin1')] as const))
  return [...beside.filter((file) => file !== undefined), ...main]
}

/** SQLite's files beside a database: the log of changes, and an index of that log, which holds no content. */
const SIDE_FILE = /-(?:wal|shm)$/

async function readIfThere(path: string): Promise<WrittenFile | undefined> {
  try {
    return [path, await readFile(path, 'latin1')]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes everything from the edge's databases that no row holds any more: SQLite frees the space of a deleted value, and
 * overwrites it only when it needs it. Only while the edge's process has ended.
 */
export async function removeFreed(): Promise<void> {
  const paths = await filesBelow(join(stateDir(), 'edge'))
  for (const path of paths.filter((one) => one.endsWith('.sqlite'))) {
    const database = new DatabaseSync(path)
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
}

/** A request of any frame of a tab. */
export interface HeardRequest {
  readonly url: string
  /** Address, headers and body. */
  readonly sent: string
  /** Address of the frame that sent it. */
  readonly from: string
}

/** Records all requests, socket messages and console lines of all frames of a tab. */
export function listen(tab: Tab) {
  const page = chromiumPage(tab)
  const requests: HeardRequest[] = []
  const frames: string[] = []
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('request', (request) => {
    const sent = JSON.stringify([request.url(), request.headers(), request.postData()])
    requests.push({ url: request.url(), sent, from: request.frame().url() })
  })
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
    socket.on('framesent', ({ payload }) => frames.push(String(payload)))
  })
  return { requests, frames, said }
}

/** The paths that received a searched text, and the page that sent it. */
export const carriers = (requests: readonly HeardRequest[], search: Search) =>
  requests
    .filter(({ sent }) => search('', sent.replaceAll('\\"', '"')).length > 0)
    .map(({ url, from }) => [new URL(url).pathname, new URL(from).pathname])

/** Everything that a script of the shop's page could read. */
export const readPage = (tab: Tab) => tab.evaluate<string>(PAGE)

const PAGE = `(() => {
  const texts = [location.href, document.cookie, document.referrer, JSON.stringify(history.state)]
  for (const storage of [localStorage, sessionStorage]) texts.push(JSON.stringify({ ...storage }))
  texts.push(...performance.getEntries().map((entry) => entry.name))
  const walk = (node) => {
    texts.push(node.nodeValue ?? '', 'value' in node ? '"' + node.value + '"' : '')
    for (const attribute of node.attributes ?? []) texts.push('"' + attribute.value + '"')
    for (const child of [...node.childNodes, ...(node.shadowRoot ? [node.shadowRoot] : [])]) walk(child)
  }
  walk(document)
  texts.push(JSON.stringify(document.querySelector('pay-checkout').order))
  return texts.join('\\n')
})()`
