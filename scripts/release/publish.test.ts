import { describe, expect, it } from 'vitest'
import { type Npm, publish, tryToPublish } from './publish.ts'

const ID = '@pay-checkout/tag@0.2.0'
const ARCHIVE = 'pay-checkout-tag-0.2.0.tgz'

/** An npm before a registry that answers so to `npm view`. */
function npmOf(view: Awaited<ReturnType<Npm>>, version = '11.5.1') {
  const uploads: string[][] = []
  const npm: Npm = async (...args) => {
    if (args[0] === '--version') return { code: 0, output: `${version}\n` }
    if (args[0] === 'view') return view
    if (args.includes('--dry-run'))
      return {
        code: 0,
        output: JSON.stringify({ '@pay-checkout/tag': { id: ID, integrity: 'sha512-AAAA' } }),
      }
    uploads.push(args)
    return { code: 0, output: '' }
  }
  return { npm, uploads }
}

const ABSENT = { code: 1, output: '{ "error": { "code": "E404" } }' }
const quiet = () => {}

describe('publish', () => {
  it.each([
    ['the registry does not know', ABSENT],
    ['the registry knows without this version', { code: 0, output: '' }],
  ])('uploads a package that %s, with its provenance', async (_, view) => {
    const { npm, uploads } = npmOf(view)

    await publish([ARCHIVE], npm, quiet)

    expect(uploads).toEqual([['publish', ARCHIVE, '--provenance', '--access=public']])
  })

  it('leaves out what is published with the same bytes', async () => {
    const { npm, uploads } = npmOf({ code: 0, output: '"sha512-AAAA"' })

    await publish([ARCHIVE], npm, quiet)

    expect(uploads).toEqual([])
  })

  it.each([
    ['what is published with other bytes', { code: 0, output: '"sha512-BBBB"' }, '11.6.0', 'other bytes'],
    ['while the registry does not answer', { code: 1, output: 'ETIMEDOUT' }, '12.0.0', 'ETIMEDOUT'],
    ['by an npm that cannot prove itself', ABSENT, '11.5.0', 'older than 11.5.1'],
    ['by an npm of long ago', ABSENT, '10.9.9', 'older than 11.5.1'],
  ])('refuses %s', async (_, view, version, text) => {
    const { npm, uploads } = npmOf(view, version)

    await expect(publish([ARCHIVE], npm, quiet)).rejects.toThrow(text)
    expect(uploads).toEqual([])
  })
})

it('uploads nothing when it only tries', async () => {
  const { npm, uploads } = npmOf(ABSENT)
  const said: string[] = []

  await tryToPublish([ARCHIVE], npm, (text) => said.push(text))

  expect(said).toEqual([`${ID} can be published.`])
  expect(uploads).toEqual([])
})
