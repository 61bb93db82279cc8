/** The rules of the built files. A file that breaks one fails the build. */
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { barePageNames } from './page-built-ins.ts'

/** All bytes on the shop's page, and those of one frame, in both encodings of the network. */
const MAX_TAG_BYTES = { gzip: 51_400, brotli: 45_900 }
const MAX_FRAME_BYTES = { gzip: 12_000, brotli: 11_000 }
/** The merchant's desk, a page for a few people who open it often: no shopper waits for it. */
const MAX_DESK_BYTES = { gzip: 88_100, brotli: 73_700 }

type Budget = typeof MAX_TAG_BYTES

/** Names that only the edge may contain. */
const EDGE_NAMES = ['oauth_signature', 'merchant_control_key', 'control_key']

/** Checks the tag: one small file, without lazy parts and without names of the edge. */
export const checkedTag = (): Plugin => ({
  name: 'checked-tag',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await checkFile(dir, bundle, brokenTagRules, MAX_TAG_BYTES)
  },
})

/** Checks the desk's script: one file, with the tag's own rules. */
export const checkedDesk = (): Plugin => ({
  name: 'checked-desk',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await checkFile(dir, bundle, brokenRules, MAX_DESK_BYTES)
  },
})

/** Checks a frame's script: one small file. */
export const checkedFrame = (): Plugin => ({
  name: 'checked-frame',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await checkFile(dir, bundle, (code) => broken(RULES_OF_ALL, code), MAX_FRAME_BYTES)
  },
})

async function checkFile(
  dir: string,
  bundle: object,
  rules: (code: string) => string[],
  budget: Budget,
): Promise<void> {
  const files = Object.keys(bundle)
  if (files.length !== 1) throw new Error(`The script must be one file, not ${files.join(', ')}`)
  const path = `${dir}/${files[0]}`
  const code = await readFile(path, 'utf8')
  const wrong = [...rules(code), ...oversize(code, budget)]
  if (wrong.length) throw new Error(`The built ${files[0]} ${wrong.join('; ')}`)
  const { gzip, brotli } = sizes(code)
  console.log(`${files[0]}: ${gzip} bytes gzip of ${budget.gzip}, ${brotli} brotli of ${budget.brotli}`)
}

const sizes = (code: string): Budget => ({
  gzip: gzipSync(code).length,
  brotli: brotliCompressSync(code).length,
})

function oversize(code: string, budget: Budget): string[] {
  const size = sizes(code)
  return (['gzip', 'brotli'] as const)
    .filter((encoding) => size[encoding] > budget[encoding])
    .map((encoding) => `has ${size[encoding]} bytes ${encoding}, more than ${budget[encoding]}`)
}

/** A rule: how to find a script that breaks it, and its words. */
type Rule = readonly [isBroken: (code: string) => boolean, words: string]

const RULES_OF_ALL: readonly Rule[] = [
  [(code) => /\bimport\s*\(/.test(code), 'loads parts with import()'],
  [(code) => /url\(/.test(code), 'loads something by url()'],
  ...EDGE_NAMES.map((name): Rule => [(code) => code.includes(name), `knows the name ${name}`]),
]

const SHARED_RULES: readonly Rule[] = [
  ...RULES_OF_ALL,
  [(code) => code.includes('lit-html'), 'still has the policy lit-html'],
  [(code) => !/createPolicy\(["`]pay-checkout["`]/.test(code), 'has no policy pay-checkout'],
]

/** Methods that some browser of three years ago lacks, or a page's old library takes away with the object that has them. */
const YOUNG_METHODS = ['withResolvers', 'groupBy', 'canParse', 'checkVisibility', 'fromAsync', 'isSubsetOf']

/** What the minifier has dropped before: the tests read the styles as they are written, and did not see it. */
const TAG_RULES: readonly Rule[] = [
  ...SHARED_RULES,
  [(code) => !code.includes('allow-discrete'), 'hears of no new token without allow-discrete'],
]

const broken = (rules: readonly Rule[], code: string) =>
  rules.filter(([isBroken]) => isBroken(code)).map(([, words]) => words)

/** The rules that a built desk breaks, in words; empty if none. */
const brokenRules = (code: string): string[] => broken(SHARED_RULES, code)

/** The rules that a built tag breaks: those, and what it may need of a page that is not the edge's own. */
const brokenTagRules = (code: string): string[] => [
  ...broken(TAG_RULES, code),
  ...YOUNG_METHODS.filter((name) => code.includes(`.${name}(`)).map((name) => `needs ${name}`),
  ...barePageNames(code).map((name) => `takes ${name} as the page left it: see browser/built-ins.ts`),
]
