import { describe, expect, it } from 'vitest'
import { gapsOf, parsePolicies } from './content-policy.ts'

const EDGE = 'https://pay.example.com'
const QUESTION = { page: 'https://shop.example.com', script: { url: `${EDGE}/pay-checkout.js` }, edge: EDGE }

const ENOUGH = `default-src 'none'; script-src ${EDGE}; connect-src ${EDGE} wss://pay.example.com; frame-src ${EDGE}; require-trusted-types-for 'script'; trusted-types pay-checkout`

const missing = (text: string, question = QUESTION) =>
  parsePolicies(text).flatMap((policy) =>
    gapsOf(policy, question).map(({ directive, needs }) => `${directive} ${needs}`),
  )

describe('gapsOf', () => {
  it.each([
    ['the policy of the documentation', ENOUGH],
    ['no directive that concerns the tag', "img-src 'none'; object-src 'none'"],
    ['any https and wss', 'default-src https: wss:'],
    ['any host', 'default-src *'],
    ['hosts under a domain', 'default-src *.example.com wss://*.example.com'],
    [
      'a host without a scheme, and a port of its own',
      'default-src pay.example.com:443 wss://pay.example.com',
    ],
    ['child-src for frames', `script-src ${EDGE}; connect-src *; child-src ${EDGE}`],
    ['only one trusted type', "trusted-types pay-checkout; require-trusted-types-for 'script'"],
  ])('finds no gap in %s', (_, text) => {
    expect(missing(text)).toEqual([])
  })

  it.each([
    [
      'nothing allowed',
      "default-src 'none'",
      [`script-src ${EDGE}`, `connect-src ${EDGE}`, 'connect-src wss://pay.example.com', `frame-src ${EDGE}`],
    ],
    ['no socket', ENOUGH.replace('wss://pay.example.com', ''), ['connect-src wss://pay.example.com']],
    [
      'another host',
      ENOUGH.replace(`frame-src ${EDGE}`, 'frame-src https://example.com'),
      [`frame-src ${EDGE}`],
    ],
    [
      'a path that is not the script’s',
      ENOUGH.replace(`script-src ${EDGE}`, `script-src ${EDGE}/other.js`),
      [`script-src ${EDGE}`],
    ],
    ['the page alone', `${ENOUGH}; script-src-elem 'self'`, [`script-src ${EDGE}`]],
    [
      'trust for loaders alone',
      `${ENOUGH}; script-src-elem 'strict-dynamic' ${EDGE}`,
      [`script-src ${EDGE}`],
    ],
    [
      'another trusted type',
      ENOUGH.replace('trusted-types pay-checkout', 'trusted-types lit-html'),
      ['trusted-types pay-checkout'],
    ],
    ['a second policy that forbids', `${ENOUGH}, frame-src 'none'`, [`frame-src ${EDGE}`]],
  ])('names the gap of %s', (_, text, gaps) => {
    expect(missing(text)).toEqual(gaps)
  })

  it('takes a script with the nonce of the policy', () => {
    const question = { ...QUESTION, script: { ...QUESTION.script, nonce: 'abc' } }

    expect(missing("script-src 'nonce-abc' 'strict-dynamic'", question)).toEqual([])
  })
})
