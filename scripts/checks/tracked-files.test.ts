import { expect, it } from 'vitest'
import { leaksIn } from './tracked-files.ts'

// Written in two halves each, so that this file leaks nothing itself.
const pem = `-----BEGIN PRIVATE ${'KEY'}-----\n${'MIGHAgEAMBMGByqGSM49'.repeat(3)}\n`
const jwk = `{"kty":"EC","${'d'}":"${'x1Y_'.repeat(11)}"}`

it.each([
  ['a path of one machine', `import '${'/ho'}me/ann/pay/a.ts'`],
  ['a path of one machine', `see C:${'\\'}Users\\ann`],
  ['a private key', pem],
  ['a private key', jwk],
  ['a merchant key', `pck${'_'}${'a1B2'.repeat(11)}`],
  ['npx without --no', `run ${'npx'} pay-checkout keys`],
  ['npx without --no', `run ${'npx'} -y pay-checkout keys`],
  ['a token of a service', `ghp${'_'}${'a1B2'.repeat(9)}`],
])('finds %s and says the line, not the text', (what, text) => {
  expect(leaksIn({ path: 'a.ts', text: `first\n${text}` })).toEqual([`a.ts:2: ${what}`])
})

it.each([
  ['an address on the web', 'https://example.com/home/page'],
  ['a path within the project', 'docs/job/plan.md'],
  ['a public key', '{"kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"}'],
  ['npx that fetches nothing', 'npx --no pay-checkout keys'],
  ['the words alone', 'starts with -----BEGIN PRIVATE KEY-----'],
])('takes %s', (_title, text) => {
  expect(leaksIn({ path: 'a.ts', text })).toEqual([])
})

it('takes a private key that was published as a test vector', () => {
  expect(leaksIn({ path: 'worker/signing/vectors.ts', text: pem })).toEqual([])
})
