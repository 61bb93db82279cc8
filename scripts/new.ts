/** `npm run new`: writes what a new text, operation or test card needs in all places, and says what is left to do. */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { newCard } from './new/card.ts'
import type { Created, Creation, Read } from './new/creation.ts'
import { newOperation } from './new/operation.ts'
import { newText } from './new/text.ts'
import { ROOT } from './root.ts'
import { nodeTool, runStep } from './run-step.ts'

const USAGE = `Usage:
  npm run new -- text KEY "English text" [--place line] [--where "…"] [--section tag]
      a text that shoppers read. --place says how long it may be: line, heading, button, alert, …;
      --where tells translators where it stands; --section is tag, fields, check or pages
  npm run new -- operation NAME [--path /api/v2/NAME]
      an operation of the gateway, in the edge and in the sandbox
  npm run new -- card NUMBER OUTCOME [--title "…"]
      a test card. OUTCOME: approved, declined, declined:51, error, filtered, unknown, or a bank: challenge, …`

const OPTIONS = {
  section: { type: 'string' },
  place: { type: 'string' },
  where: { type: 'string' },
  path: { type: 'string' },
  title: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig

const read: Read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Writes, formats what it wrote, and makes the generated pages again. @returns 0; 1 after a line that says why not. */
export async function main(args: string[]): Promise<number> {
  const created = creationOf(args)
  if (typeof created === 'string') return refuse(created)
  await writeFiles(created)
  const paths = Object.keys(created.files)
  const formatted = await runStep(nodeTool('@biomejs/biome/bin/biome', 'check', '--write', ...paths))
  if (formatted.code !== 0) return refuse(formatted.output)
  // A process of its own: this one has loaded the tables as they were.
  const reference = await runStep([process.execPath, join(ROOT, 'scripts/run.js'), 'reference'])
  if (reference.code !== 0) return refuse(reference.output)
  console.log(report(created))
  return 0
}

/** @returns What to write; else what is wrong with the command line. */
function creationOf(args: string[]): Created {
  const parsed = parse(args)
  if (typeof parsed === 'string') return parsed
  const { values, positionals } = parsed
  const [kind, first, second, ...more] = positionals
  if (first === undefined || more.length > 0) return USAGE
  if (kind === 'operation' && second === undefined) return newOperation({ name: first, ...values }, read)
  if (second === undefined) return USAGE
  if (kind === 'text') return newText({ key: first, english: second, ...values }, read)
  if (kind === 'card') return newCard({ number: first, outcome: second, ...values }, read)
  return USAGE
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`
  }
}

async function writeFiles({ files }: Creation): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(ROOT, path)), { recursive: true })
    await writeFile(join(ROOT, path), text)
  }
}

const report = ({ files, left }: Creation) =>
  [
    ...Object.keys(files).map((path) => `wrote   ${path}`),
    'wrote   the generated pages: npm run reference',
    '',
    'Left to do:',
    ...left.map((step, index) => `${index + 1}. ${step}`),
  ].join('\n')

function refuse(why: string): number {
  console.error(why)
  return 1
}
