import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { changedRelease, keepRelease, keptReleases, type Release } from './releases.ts'

const digest = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

const RELEASE: Release = {
  version: '0.1.0',
  date: '2026-11-23',
  files: { 'pay-checkout.js': digest('tag'), 'languages/de.json': digest('[]') },
}

/** A live edge with these files. */
function live(files: Readonly<Record<string, string>>) {
  const written: Record<string, string> = {}
  const place = {
    edge: 'https://pay.example.com',
    fetch: async (url: string | URL | Request) => {
      const file = files[String(url).replace('https://pay.example.com/v/0.1.0/', '')]
      return file === undefined ? new Response('', { status: 404 }) : new Response(file)
    },
    write: async (path: string, file: Uint8Array) => {
      written[path] = new TextDecoder().decode(file)
    },
  }
  return { place, written }
}

describe('keepRelease', () => {
  it('uploads the files of the live edge again', async () => {
    const { place, written } = live({ 'pay-checkout.js': 'tag', 'languages/de.json': '[]' })

    expect(await keepRelease(RELEASE, place)).toBeUndefined()
    expect(written).toEqual({ 'v/0.1.0/pay-checkout.js': 'tag', 'v/0.1.0/languages/de.json': '[]' })
  })

  it('leaves out a release that this edge never had', async () => {
    const { place, written } = live({})

    expect(await keepRelease(RELEASE, place)).toBeUndefined()
    expect(written).toEqual({})
  })

  it('leaves out a release that an edge with a wrong setting cannot have', async () => {
    const { place, written } = live({})
    const headers = { 'Content-Type': 'application/problem+json' }
    const refusing = { ...place, fetch: async () => new Response('{}', { status: 503, headers }) }

    expect(await keepRelease(RELEASE, refusing)).toBeUndefined()
    expect(written).toEqual({})
  })

  it('refuses while the platform in front of the edge fails', async () => {
    const { place } = live({})
    const failing = { ...place, fetch: async () => new Response('', { status: 503 }) }

    expect(await keepRelease(RELEASE, failing)).toContain('(503)')
  })

  it.each([
    ['another file', { 'pay-checkout.js': 'evil', 'languages/de.json': '[]' }, 'v/0.1.0/pay-checkout.js'],
    ['a missing file', { 'pay-checkout.js': 'tag' }, 'v/0.1.0/languages/de.json'],
  ])('refuses %s', async (_, files, path) => {
    const { place, written } = live(files)

    expect(await keepRelease(RELEASE, place)).toContain(path)
    expect(written).toEqual({})
  })
})

it.each([
  ['a release of this year', '2026-11-23', 1],
  ['a release of twelve months ago', '2026-01-02', 1],
  ['an older release', '2025-12-31', 0],
])('%s is kept %s: %i', (_, date, kept) => {
  expect(keptReleases([{ ...RELEASE, date }], '0.2.0', new Date('2027-01-01'))).toHaveLength(kept)
})

it('does not keep the version that the deployment brings', () => {
  expect(keptReleases([RELEASE], '0.1.0', new Date('2026-12-01'))).toEqual([])
})

describe('changedRelease', () => {
  it.each([
    ['nothing for a version that is not released', undefined, {}, undefined],
    ['nothing for the released files', RELEASE, RELEASE.files, undefined],
    ['the changed file', RELEASE, { ...RELEASE.files, 'pay-checkout.js': 'x' }, 'its pay-checkout.js would'],
    ['a file that is gone', RELEASE, { 'pay-checkout.js': digest('tag') }, 'its languages/de.json would'],
  ])('names %s', (_, release, files, text) => {
    const problem = changedRelease(release, files)

    expect(text === undefined ? problem === undefined : problem?.includes(text)).toBe(true)
  })
})
