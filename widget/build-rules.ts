/** What has to be true of the built tag. A build that breaks a rule fails. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { LIT_CUTS } from './lit-cuts.ts'
import { FRAME_NAMES, OWN_NAMES } from './own-names.ts'
import { type Cut, replaceOnce } from './replace-once.ts'

/** Everything on the shop's page; one frame of the edge's. In the two encodings that it travels in. */
const MAX_TAG_BYTES = { gzip: 26_000, brotli: 23_500 }
const MAX_FRAME_BYTES = { gzip: 10_000, brotli: 10_000 }

type Budget = typeof MAX_TAG_BYTES

/** Lit's own call, as its release writes it. */
const LIT_POLICY = 's.createPolicy("lit-html",{createHTML:t=>t})'

/** Where Lit expects a document as soon as it is loaded. */
const LIT_DOCUMENT = '=document,'

/** Names that only the edge may know. */
const EDGE_NAMES = ['oauth_signature', 'merchant_control_key', 'control_key']

/**
 * Renames Lit's Trusted Types policy to `pay-checkout` and makes it once per page.
 *
 * A shop that uses Lit itself has a policy `lit-html` already, and a policy may be made once: without this, the tag would
 * never be defined there. A second load of the tag asks for none, since asking alone is reported as a violation: it finds
 * the element defined and draws nothing. The policy lies where no script of the page can reach it. Lit is also made to load where there is
 * no document, where the tag then does nothing, and what the tag has no use for is left out.
 */
export const fittedLit = (): Plugin => ({
  name: 'fitted-lit',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/lit-html\/lit-html\.js(\?|$)/.test(id)) return
    return { code: FITTINGS.reduce(replaceOnce, code), map: null }
  },
})

const FITTINGS: readonly Cut[] = [
  [
    LIT_POLICY,
    ':void 0',
    `(()=>{try{return customElements.get('pay-checkout')?void 0:${LIT_POLICY.replace('lit-html', 'pay-checkout')}}catch{}})()`,
  ],
  [LIT_DOCUMENT, 'c=', '=globalThis.document??{createTreeWalker(){}},'],
  ...LIT_CUTS,
]

/** Checks the written files: one, small, without lazy parts, and nothing in it that is the edge's. */
export const checkedTag = (): Plugin => ({
  name: 'checked-tag',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const path = await checkedFile(dir, bundle, brokenRules, MAX_TAG_BYTES)
    await import(pathToFileURL(path).href)
  },
})

/** Checks a frame's script: one file, and small. */
export const checkedFrame = (): Plugin => ({
  name: 'checked-frame',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await checkedFile(dir, bundle, (code) => broken(FRAME_RULES, code), MAX_FRAME_BYTES)
  },
})

async function checkedFile(
  dir: string,
  bundle: object,
  rules: (code: string) => string[],
  budget: Budget,
): Promise<string> {
  const files = Object.keys(bundle)
  if (files.length !== 1) throw new Error(`The script must be one file, not ${files.join(', ')}`)
  const path = `${dir}/${files[0]}`
  const code = await readFile(path, 'utf8')
  const wrong = [...rules(code), ...oversize(code, budget)]
  if (wrong.length) throw new Error(`The built ${files[0]} ${wrong.join('; ')}`)
  const { gzip, brotli } = sizes(code)
  console.log(`${files[0]}: ${gzip} bytes gzip of ${budget.gzip}, ${brotli} brotli of ${budget.brotli}`)
  return path
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

/** Whether a script breaks a rule, and the rule in words. */
type Rule = readonly [isBroken: (code: string) => boolean, words: string]

const shortened = (names: readonly string[]): Rule[] =>
  names.map((name) => [
    (code) => new RegExp(`(["'\`])${name}\\1`).test(code),
    `has the text ${name}, which is shortened as a name`,
  ])

const RULES_OF_ALL: readonly Rule[] = [
  [(code) => /\bimport\s*\(/.test(code), 'loads parts with import()'],
  [(code) => /url\(/.test(code), 'loads something by url()'],
  ...EDGE_NAMES.map((name): Rule => [(code) => code.includes(name), `knows the name ${name}`]),
]

const TAG_RULES: readonly Rule[] = [
  ...shortened(OWN_NAMES),
  ...RULES_OF_ALL,
  [(code) => code.includes('lit-html'), 'still has the policy lit-html'],
  [(code) => !/createPolicy\(["`]pay-checkout["`]/.test(code), 'has no policy pay-checkout'],
]

const FRAME_RULES: readonly Rule[] = [...shortened(FRAME_NAMES), ...RULES_OF_ALL]

const broken = (rules: readonly Rule[], code: string) =>
  rules.filter(([isBroken]) => isBroken(code)).map(([, words]) => words)

/** The rules that a built tag breaks, in words; empty if none. */
export const brokenRules = (code: string): string[] => broken(TAG_RULES, code)
