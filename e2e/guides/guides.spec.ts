/** Every snippet of README and docs does what its document says. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DocumentWithSnippets,
  documentsWithSnippets,
} from '../../scripts/guides/documents-with-snippets.ts'
import { type Snippet, snippetsOf } from '../../scripts/guides/snippets.ts'
import { installPackages, packAll } from '../../scripts/packages/pack.ts'
import type { Browser, Tab } from '../browser.ts'
import { launch } from '../engines/launch.ts'
import { payAt } from './pages.ts'
import { type InstalledPackages, type Reader, startReader } from './reader.ts'
import { type ReaderStack, startReaderStack } from './reader-stack.ts'
import { trySnippet } from './snippet-trials.ts'

/** `PAY_GUIDES=refunds,payouts` tries these documents alone. */
const chosen = (process.env.PAY_GUIDES ?? '').split(',')
const documents = (await documentsWithSnippets()).filter(({ path }) =>
  chosen.some((name) => path.includes(name)),
)

let around: ReaderStack
let browser: Browser
let folder: string
let installed: InstalledPackages

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-guides-'))
  await mkdir(join(folder, 'shop'))
  const archives = (await packAll(folder)).map(({ archive }) => archive)
  installed = { archives: folder, modules: await installPackages(archives, join(folder, 'shop')) }
  around = await startReaderStack('/hooks')
  browser = await launch()
}, 300_000)

afterAll(async () => {
  await browser?.close()
  await around?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe.each(documents)('$path', ({ path, text, snippets }) => {
  let reader: Reader

  beforeAll(async () => {
    reader = await startReader(around, installed, text)
  })
  afterAll(() => reader?.leave())

  it.each(snippets.map((snippet) => ({ snippet, title: nameOf(snippet) })))('$title', async ({ snippet }) => {
    await trySnippet({ around, browser, reader, snippet })
    const address = snippet.stays ? addressAfter({ path, text, snippets }, snippet) : undefined
    if (address === undefined) return
    const own = await reader.adapted(address)
    await expect.poll(() => answers(own), { message: reader.printed() }).toBe(true)
    const tab = await payAt(browser, own, isSession(snippets))
    await AFTERWARDS[path]?.(tab)
    await tab.close()
  })
})

describe('a broken snippet', () => {
  let reader: Reader

  beforeAll(async () => {
    reader = await startReader(around, installed, '')
  })
  afterAll(() => reader?.leave())

  it.each([
    ['a flag that the command line does not have', 'sh', 'npx --no pay-checkout offer --itm mug'],
    ['a command whose package a registry would choose', 'sh', `npx ${'pay-checkout'} keys`],
    ['a script that the project does not have', 'sh', 'npm run start'],
    ['a package that no command left there', 'sh', 'npm install ./vendor/pay-checkout-cli.tgz'],
    ['a flag of npm run dev', 'sh', 'npm run dev -- --orgin http://localhost:3000'],
    ['a command of wrangler', 'sh', 'npx wrangler secrets put TOKEN_KEY'],
    [
      'a request that the edge refuses',
      'sh',
      'curl https://pay.example.com/v1/orders/$ORDER/refunds -d "{}"',
    ],
    ['a failure in the middle of commands', 'sh', 'false\necho done'],
    ['an offer that nobody signed', 'html', '<pay-checkout offer="eyJhbGciOiJub25lIn0.e30."></pay-checkout>'],
    ['a policy without the edge', 'http', "Content-Security-Policy: default-src 'none'"],
    ['a value that is no colour', 'css', 'pay-checkout { color: heather }'],
    ['a method that the tag does not have', 'js', 'checkout.pay()'],
    ['a module that does not exist', 'js', "import { sign } from 'standardwebhook'"],
    ['Python', 'python', 'def read(:'],
  ])('is noticed: %s', async (_, language, text) => {
    const [snippet] = snippetsOf('docs/page.md', `\`\`\`${language}\n${text}\n\`\`\`\n`)
    if (!snippet) throw new TypeError('no snippet')

    await expect(trySnippet({ around, browser, reader, snippet })).rejects.toThrow()
  })
})

/** What a document promises for the time after the payment. */
const AFTERWARDS: Readonly<Record<string, (tab: Tab) => Promise<void>>> = {
  'docs/downloads.md': async (tab) => {
    await tab.click('#download button')
    await tab.text('body', /k1, p2, cable/)
  },
}

const nameOf = ({ line, language, reason }: Snippet) =>
  reason === undefined ? `line ${line}: ${language}` : `line ${line}: ${language} is not run: ${reason}`

/** A page whose server knows the shopper asks for no e-mail address. */
const isSession = (snippets: readonly Snippet[]) => snippets.some(({ text }) => text.includes('session="'))

/** The address that the document names after commands that serve it; a shopper pays there. */
function addressAfter({ text }: DocumentWithSnippets, { line }: Snippet): string | undefined {
  const after = text.split('\n').slice(line).join('\n')
  const [rest = ''] = after.split('```').slice(1, 2)
  return /`(http:\/\/localhost:3000[^`]*)`/.exec(rest)?.[1]
}

const answers = (address: string) =>
  fetch(address).then(
    (reply) => reply.ok,
    () => false,
  )
