/** Every example in the docstrings of what merchants call is whole, and a broken one is noticed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { main } from '../../cli/main.ts'
import { repositoryPaths } from '../checks/repository.ts'
import { ROOT } from '../root.ts'
import { COMMAND, examplesOf, withoutExample } from './docstring-examples.ts'
import { type Snippet, titleOf } from './snippets.ts'
import { typeProblems } from './type-check.ts'

const TAG = 'packages/tag/types/tag.d.ts'

const sources = (await repositoryPaths()).filter((path) =>
  /^(?:cli|packages\/tag\/types)\/.*(?<!\.test)\.ts$/.test(path),
)
const texts = await Promise.all(sources.map((path) => readFile(join(ROOT, path), 'utf8')))
const examples = texts.flatMap((text, index) => examplesOf(sources[index] ?? '', text))
const types = await typeProblems(examples)

/** @returns The flags of a command line that the program's help does not have, or what it says of an unknown command. */
async function unknownIn(line: string): Promise<string[]> {
  const words = line.slice(COMMAND.length).split(' ')
  const [command = '', sub = ''] = words
  const known = await help(command)
  const isCommand = /^[a-z]/.test(sub) && new RegExp(`^ {2}${sub}\\b`, 'm').test(known)
  const within = isCommand ? await help(command, sub) : known
  return words.filter((word) => word.startsWith('--') && !within.includes(word))
}

/** @throws {TypeError} If there is no such command. */
async function help(...command: string[]): Promise<string> {
  // A flag could take `--help` for its value, and the command would then run.
  if (!command.every((word) => /^[a-z]/.test(word))) throw new TypeError(`no command ${command.join(' ')}`)
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const surroundings = { now: () => 0, env: {}, interruption: () => new AbortController().signal }
  const code = await main([...command, '--help'], { print, tell: print, ...surroundings })
  const text = lines.join('\n')
  if (code !== 0 || !text.includes(`pay-checkout ${command.join(' ')}`))
    throw new TypeError(`no command ${command.join(' ')}`)
  return text
}

const titled = (language: string) =>
  examples.filter((one) => one.language === language).map((one) => [titleOf(one), one] as const)

describe('the examples of what merchants call', () => {
  it.each([...titled('js'), ...titled('ts')])('%s compiles', (title) => {
    expect(types.get(title)).toEqual([])
  })

  it.each(titled('sh'))('%s names commands and flags that exist', async (_, { text }) => {
    for (const line of text.trim().split('\n')) expect(await unknownIn(line)).toEqual([])
  })

  it('are of every property, method and event of the tag', async () => {
    const tag = await readFile(join(ROOT, TAG), 'utf8')
    const missing = [...withoutExample(tag, 'PayCheckoutElement'), ...withoutExample(tag, 'PayEventMap')]
    expect(missing).toEqual([])
    expect(examples.filter(({ path }) => path === TAG).length).toBeGreaterThan(25)
  })

  it('are of every command', () => {
    const commands = sources.filter((path) => /^cli\/commands\/(?!edge-options)/.test(path))
    expect(commands.filter((file) => !examples.some(({ path }) => path === file))).toEqual([])
  })
})

describe('a broken example', () => {
  const example = (...lines: string[]) =>
    examplesOf(TAG, `/**\n * @example\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`)[0] as Snippet

  it.each([
    ['a property that the tag does not have', "checkout.ofer = 'x'"],
    ['a property of another type', 'checkout.customer = { mail: 1 }.mail'],
    ['an event without such a member', "checkout.addEventListener('pay-failed', ({ order }) => order.total)"],
  ])('is noticed: %s', async (_, line) => {
    const broken = example(line)

    expect((await typeProblems([broken])).get(titleOf(broken))).not.toEqual([])
  })

  it('is noticed: a flag that the command does not have', async () => {
    expect(await unknownIn(`${COMMAND}orders list --colour red`)).toEqual(['--colour'])
  })

  it('is noticed: a command that does not exist', async () => {
    await expect(unknownIn(`${COMMAND}pay --edge x`)).rejects.toThrow('no command pay')
  })

  it('is noticed: a member without one', () => {
    expect(withoutExample('export interface A {\n  a: string\n  /**\n   */\n  b(): void\n}\n', 'A')).toEqual([
      'a',
    ])
  })
})
