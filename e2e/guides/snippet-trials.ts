import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { inScratch } from '../../scripts/checks/bundle.ts'
import { ROOT } from '../../scripts/root.ts'
import { droppedOf, tryHeaders, tryMarkup, tryPageScript } from './pages.ts'
import { WEBHOOK_SECRET } from './reader-stack.ts'
import type { Trial } from './trial.ts'

/**
 * Tries a snippet in a browser, in a terminal or by its language's own program. Parsers have read it elsewhere.
 *
 * @throws {Error} If it does not do what it says.
 */
export async function trySnippet(trial: Trial): Promise<void> {
  const { reader, snippet } = trial
  if (snippet.reason !== undefined) return
  if (snippet.file !== undefined) await reader.save(snippet.file, snippet.text)
  // Commands of the document may run the file of an example, and `npm run test:packages` does.
  if (snippet.example !== undefined) return
  await TRIALS[snippet.language]?.(trial)
}

type Try = (trial: Trial) => Promise<void>

const TRIALS: Readonly<Record<string, Try>> = {
  sh: tryCommands,
  html: ({ around, browser, reader, snippet }) => tryMarkup(around, browser, reader, snippet.text),
  http: ({ around, browser, reader, snippet }) => tryHeaders(around, browser, reader, snippet.text),
  css: async ({ browser, snippet }) => expect(await droppedOf(browser, snippet.text)).toEqual([]),
  js: tryScript,
  python: ({ snippet }) => parses('python3', ['-c', 'import ast, sys; ast.parse(sys.argv[1])', snippet.text]),
  php: async ({ snippet }) =>
    parses('php', ['-r', 'token_get_all($argv[1], TOKEN_PARSE);', '--', snippet.text]),
}

async function tryCommands({ around, reader, snippet }: Trial): Promise<void> {
  const { text, stays } = snippet
  const [, key] = /npm run dev -- .*--offer-key (\S+)/.exec(text) ?? []
  if (/^npm (?:ci && npm )?run dev/m.test(text)) {
    // The stack runs already; the flags are checked, and the key counts from now on.
    await reader.run(text)
    if (key !== undefined) await around.trust(await reader.run(`cat ${key}`))
  } else if (stays) await reader.start(text)
  else await reader.run(text)
}

/** What only a server imports. */
const OF_SERVERS = /from '(?:node:|@pay-checkout\/server')/

/** A script of a page speaks of the document or the tag; any other is a module for Node. */
async function tryScript({ around, browser, reader, snippet }: Trial): Promise<void> {
  const { text, file } = snippet
  if (/\b(?:document|checkout|customElements|location)\b/.test(text) && !OF_SERVERS.test(text))
    return tryPageScript(around, browser, reader, text)
  // A server is run by the commands that name its file.
  if (file !== undefined && /\.listen\(/.test(text)) return
  await inScratch(async (folder) => {
    // The packages of this repository come as a merchant has them, and others as they are here.
    const program = join(folder, 'program')
    await mkdir(program)
    await symlink(reader.installed.modules, join(program, 'node_modules'))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(program, 'snippet.mjs'), await reader.adapted(text))
    const { addresses, secrets } = around.stack
    const env = {
      ...process.env,
      PAY_EDGE: addresses.local.edge,
      PAY_MERCHANT_KEY: secrets.merchantKey,
      WEBHOOK_SECRET,
    }
    await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', "await import('./snippet.mjs')"],
      {
        cwd: program,
        env,
      },
    )
  })
}

/** A machine without the program has the parser's word alone. */
async function parses(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args]).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
