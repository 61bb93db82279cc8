/** What a release is made of, as the repository has it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolders } from '../packages/pack.ts'
import { SCOPE } from '../packages/scope.ts'
import { readReleases } from '../release-files.ts'
import { ROOT } from '../root.ts'
import type { ReleaseParts } from './agreement.ts'
import type { Changelog } from './notes.ts'

/** Reads the changelogs: the project's own first. */
export async function readChangelogs(): Promise<Changelog[]> {
  const read = (path: string) => readFile(join(ROOT, path), 'utf8')
  const own = { path: 'CHANGELOG.md', text: await read('CHANGELOG.md') }
  const others = (await packageFolders()).map(async (folder) => {
    const path = `${folder}/CHANGELOG.md`
    return { path, text: await read(path), package: `${SCOPE}/${folder.replace('packages/', '')}` }
  })
  return [own, ...(await Promise.all(others))]
}

/** Reads what has to agree. */
export async function readParts(): Promise<ReleaseParts> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const changelogs = (await readChangelogs()).map(({ path, text }) => [path, text])
  const release = (await readReleases()).find((one) => one.version === version)
  return { version, changelogs: Object.fromEntries(changelogs), release }
}
