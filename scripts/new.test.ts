/** `npm run new` on a copy of the tree: what it writes compiles, keeps the rules, and says what is left. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCard } from './new/card.ts'
import type { Created, Read } from './new/creation.ts'
import { newOperation } from './new/operation.ts'
import { newText } from './new/text.ts'
import { ROOT } from './root.ts'

/** What no copy needs: it is made again, or large. */
const LEFT_OUT = ['node_modules', '.git', '.wrangler', 'dist']

const isCopied = (path: string) => dirname(path) !== ROOT || !LEFT_OUT.includes(basename(path))

let copy = ''

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-'))
  await cp(ROOT, copy, { recursive: true, filter: isCopied, preserveTimestamps: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rm(copy, { recursive: true, force: true }))

/** Runs a program of Node in the copy. @returns Its exit code, and all that it printed. */
function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  return { code: status, output: stdout + stderr }
}

const inCopy = (path: string) => readFile(join(copy, path), 'utf8')

const read: Read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Writes into the copy without formatting. @returns The paths. */
async function write(created: Created): Promise<string[]> {
  if (typeof created === 'string') throw new TypeError(created)
  for (const [path, text] of Object.entries(created.files)) {
    await mkdir(dirname(join(copy, path)), { recursive: true })
    await writeFile(join(copy, path), text)
  }
  return Object.keys(created.files)
}

/** Runs the checks that read what was written. */
const CHECKS = `
  const { languages } = await import('./scripts/checks/languages.ts')
  const { reference } = await import('./scripts/checks/reference.ts')
  const { runChecks } = await import('./scripts/checks/run-checks.ts')
  await runChecks([languages, reference])`

/** Several times what the compiler needs for a copy of the tree on a small machine. */
const COPY_MS = 240_000

it('a new text needs two files, and every language shows it in English', { timeout: COPY_MS }, async () => {
  const text = ['text', 'error.sparkle', 'It doesn’t sparkle', '--place', 'heading']

  expect(node('scripts/run.js', 'new', ...text)).toEqual({
    code: 0,
    output: expect.stringContaining("Left to do:\n1. Show it: say('error.sparkle')"),
  })

  expect(await inCopy('widget/screen/english-texts.ts')).toMatch(
    /'error\.[\w-]+':\s+'.*',\n {2}'error\.sparkle': 'It doesn’t sparkle',\n {2}(?!'error\.)/,
  )
  expect(await inCopy('widget/languages/tag-notes.ts')).toContain("  'error.sparkle': heading(),\n")
  const { output } = node('--input-type=module', '-e', CHECKS)
  expect(output).toContain('(drafts: 1 text in 36 languages, ')
  expect(output).not.toContain('✗')
})

it('an operation and a card compile, and need no more than the formatter', { timeout: COPY_MS }, async () => {
  const count = Object.keys((await import('../worker/gateway/operations.ts')).operations).length
  const paths = [
    ...(await write(newOperation({ name: 'refund-check', path: '/api/v4/refund-check' }, read))),
    ...(await write(newCard({ number: '4000 0000 0004 8001', outcome: 'declined:51' }, read))),
  ]

  expect(await inCopy('docs/server.md')).toContain(`gateway's ${count + 1} operations`)
  expect(node('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...paths)).toMatchObject({
    code: 0,
  })
  expect(node('node_modules/typescript/bin/tsc', '-b', 'scripts')).toEqual({ code: 0, output: '' })
})

describe('what is written for', () => {
  /** The text that a creation writes to a file. */
  const textOf = (created: Created, path: string) =>
    typeof created === 'string' ? created : created.files[path]

  it('a page’s text is in the list of pages, and its note among those of frames', () => {
    const created = newText(
      { key: 'bank.slow', english: "It's slow", section: 'pages', where: 'the bank’s own page' },
      read,
    )

    expect(textOf(created, 'shared/page-texts.ts')).toContain("  'bank.slow': 'It\\'s slow',\n")
    expect(textOf(created, 'widget/languages/frame-notes.ts')).toContain(
      "  'bank.slow': text('the bank’s own page'),\n",
    )
  })

  it('an operation is in the tables of both sides; its golden request lacks the control, and so fails', () => {
    const created = newOperation({ name: 'refund-check' }, read)

    expect(textOf(created, 'worker/gateway/operations.ts')).toContain("  'refund-check': {\n")
    expect(textOf(created, 'worker/gateway/testing/golden-requests.ts')).toMatch(
      /'refund-check': \{[^}]*'control='\]/,
    )
    expect(textOf(created, 'sandbox/operations/operation-table.ts')).toContain('  ...REFUND_CHECK,\n')
    expect(textOf(created, 'sandbox/operations/refund-check.ts')).toContain("prefix: '/api/v2/refund-check',")
  })

  it.each([
    ['4000000000048001', 'declined:51', /errorCode: '51'/, '| 4000 0000 0004 8001 | declined (51) |\n'],
    [
      '4000 0000 0004 7003',
      'challenge',
      /threeDs: 'challenge'/,
      '| 4000 0000 0004 7003 | 3-D Secure, challenge |\n',
    ],
  ])('the card %s is in the table and in the manual: %s', (number, outcome, code, row) => {
    const created = newCard({ number, outcome }, read)

    const [, card] = (textOf(created, 'sandbox/cards/test-cards.ts') ?? '').split(
      `'${number.replaceAll(' ', '')}': {`,
    )
    expect(card).toMatch(code)
    expect(textOf(created, 'sandbox/README.md')).toContain(row)
  })
})

it.each<[string, Created, string]>([
  ['a text that exists', newText({ key: 'pay', english: 'Pay' }, read), 'pay exists already'],
  ['a text with markup', newText({ key: 'bold', english: '<b>Bold</b>' }, read), 'The text has markup'],
  [
    'a text that does not fit',
    newText({ key: 'wide', english: 'x'.repeat(25), place: 'badge' }, read),
    'The text has 25 characters, more than 24',
  ],
  ['a key with blanks', newText({ key: 'two words', english: 'x' }, read), 'two words is no key'],
  [
    'an unknown place',
    newText({ key: 'lost', english: 'x', place: 'moon' }, read),
    '--place must be one of line, ',
  ],
  [
    'an unknown section',
    newText({ key: 'lost', english: 'x', section: 'moon' }, read),
    '--section must be one of tag, ',
  ],
  [
    'an operation that exists',
    newOperation({ name: 'sale' }, read),
    'sale is an operation already, at /api/v2/sale',
  ],
  [
    'a path that exists',
    newOperation({ name: 'buy', path: '/api/v2/sale' }, read),
    'sale is an operation already',
  ],
  [
    'the name of a file that exists',
    newOperation({ name: 'param-groups' }, read),
    'sandbox/operations/param-groups.ts exists already',
  ],
  ['a name in capitals', newOperation({ name: 'Sale' }, read), 'Sale is no name of an operation'],
  [
    'a card that exists',
    newCard({ number: '4000000000001000', outcome: 'approved' }, read),
    '4000 0000 0000 1000 is a test card already: 3-D Secure, frictionless',
  ],
  [
    'the plain card',
    newCard({ number: '4444555566661111', outcome: 'approved' }, read),
    '4444 5555 6666 1111 is a test card already: its security code decides',
  ],
  [
    'a mistyped number',
    newCard({ number: '4000000000048002', outcome: 'error' }, read),
    '4000 0000 0004 8002 fails the Luhn check; 4000 0000 0004 8001 passes it',
  ],
  [
    'an unknown outcome',
    newCard({ number: '4000000000048001', outcome: 'toString' }, read),
    'toString is no outcome: one of approved, ',
  ],
])('refuses %s', (_, created, why) => {
  expect(created).toEqual(expect.stringMatching(`^${why}`))
})

it('names the line that a file lacks, once somebody has moved it', () => {
  const moved: Read = (path) => read(path).replace('export const TEXTS = {', 'export const WORDS = {')

  expect(() => newText({ key: 'lost', english: 'Lost' }, moved)).toThrow(
    'widget/screen/english-texts.ts has no line that starts with: export const TEXTS = {',
  )
})

it.each([
  ['an unknown option', ['card', '4000000000048001', 'error', '--colour'], "Unknown option '--colour'"],
  ['nothing', [], 'Usage:'],
  ['too many words', ['text', 'one', 'two', 'three'], 'Usage:'],
])('refuses %s on the command line', (_, args, why) => {
  expect(node('scripts/run.js', 'new', ...args)).toEqual({ code: 1, output: expect.stringContaining(why) })
})
