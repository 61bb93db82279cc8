/** What has to be true of the built tag. A build that breaks a rule fails. */
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Everything on the shop's page, gzipped. */
const MAX_GZIP_BYTES = 18_000

/** Lit's own call, as its release writes it. */
const LIT_POLICY = /(\w+)\.createPolicy\("lit-html",(\{createHTML:[^}]*\})\)/

/** Where Lit expects a document as soon as it is loaded. */
const LIT_DOCUMENT = /=document,/

/** Names that only the edge may know. */
const EDGE_NAMES = ['oauth_signature', 'merchant_control_key', 'control_key']

/**
 * Renames Lit's Trusted Types policy to `pay-checkout` and makes it once per page.
 *
 * A shop that uses Lit itself has a policy `lit-html` already, and a policy may be made once: without this, the tag would
 * never be defined there. A second load of the tag gets none, finds the element defined and
 * draws nothing; the policy lies where no script of the page can reach it. Lit is also made to load where there is
 * no document, where the tag then does nothing.
 */
export const fittedLit = (): Plugin => ({
  name: 'fitted-lit',
  apply: 'build',
  transform(code, id) {
    // Its modules only define things; the parts that are not used are then left out.
    if (id.includes('/@lit/localize/')) return { code, map: null, moduleSideEffects: false }
    if (!id.endsWith('/lit-html/lit-html.js')) return
    const renamed = replaceOnce(code, LIT_POLICY, guardedPolicy)
    const anywhere = replaceOnce(renamed, LIT_DOCUMENT, () => '=globalThis.document??{createTreeWalker(){}},')
    return { code: anywhere, map: null }
  },
})

const guardedPolicy = (_: string, factory: string, rules: string) =>
  `(()=>{try{return ${factory}.createPolicy("pay-checkout",${rules})}catch{}})()`

function replaceOnce(code: string, pattern: RegExp, by: (...match: string[]) => string): string {
  if (!pattern.test(code)) throw new Error(`Lit has changed: ${pattern} is not in it`)
  return code.replace(pattern, by)
}

/** Checks the written files: one, small, without lazy parts, and nothing in it that is the edge's. */
export const checkedTag = (): Plugin => ({
  name: 'checked-tag',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.keys(bundle)
    if (files.length !== 1) throw new Error(`The tag must be one file, not ${files.join(', ')}`)
    const path = `${dir}/${files[0]}`
    const code = await readFile(path, 'utf8')
    const broken = brokenRules(code)
    if (broken.length) throw new Error(`The built tag ${broken.join('; ')}`)
    await import(pathToFileURL(path).href)
    this.info(`${files[0]}: ${gzipSync(code).length} bytes gzip, at most ${MAX_GZIP_BYTES}`)
  },
})

/** The rules that a built tag breaks, in words; empty if none. */
export function brokenRules(code: string): string[] {
  const rules: [isBroken: boolean, words: string][] = [
    [/\bimport\s*\(/.test(code), 'loads parts with import()'],
    [code.includes('lit-html'), 'still has the policy lit-html'],
    [
      !code.includes('createPolicy("pay-checkout"') && !code.includes('createPolicy(`pay-checkout`'),
      'has no policy pay-checkout',
    ],
    [/url\(/.test(code), 'loads something by url()'],
    ...EDGE_NAMES.map((name): [boolean, string] => [code.includes(name), `knows the name ${name}`]),
    [gzipSync(code).length > MAX_GZIP_BYTES, `is larger than ${MAX_GZIP_BYTES} bytes gzip`],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, words]) => words)
}
