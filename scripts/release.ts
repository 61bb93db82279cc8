/** `npm run release`: cuts, tries and assembles a release. docs/releasing.md says who calls what, and when. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main as build } from './build.ts'
import { packageFolders } from './packages/pack.ts'
import { disagreements, unreleased } from './release/agreement.ts'
import { assemble } from './release/assemble.ts'
import { cutChangelog, openChangelog } from './release/changelog.ts'
import { archives, tryToPublish } from './release/publish.ts'
import { readChangelogs, readParts } from './release/release-parts.ts'
import { builtFiles, RELEASES_DIR } from './release-files.ts'
import { changedRelease } from './releases.ts'
import { ROOT } from './root.ts'

const USAGE = `Usage: npm run release [-- command]

  (none)            cuts the version in package.json: builds, writes its digests to releases/, and dates the changelogs
  --dry-run         assembles this tree as if it were released, and tries to publish it: nothing is uploaded
  assemble v0.2.0   assembles the release of this tag in dist/release; refuses a tree that is not that release
  raise 0.3.0       gives the project and its packages the next version`

/** @returns 0 if it is done; 1 after a line that says why it is not. */
export async function main([command, argument = '']: string[] = []): Promise<number> {
  const act = COMMANDS[command ?? '']
  const problems = act ? await act(argument) : [USAGE]
  for (const problem of problems) console.error(problem)
  return problems.length === 0 ? 0 : 1
}

const COMMANDS: Readonly<Record<string, (argument: string) => Promise<readonly string[]>>> = {
  '': cut,
  '--dry-run': async () => {
    const parts = await readParts()
    const problems = [...disagreements(parts), ...(await buildAll())]
    if (problems.length > 0) return problems
    await assemble(parts.version)
    await tryToPublish(await archives())
    return say('dist/release has what would be published.')
  },
  assemble: async (tag) => {
    const parts = await readParts()
    const failed = await buildAll()
    const problems = failed.length > 0 ? failed : unreleased(tag, parts, await builtFiles())
    if (problems.length > 0) return problems
    await assemble(parts.version)
    return say(`dist/release has what ${tag} publishes.`)
  },
  raise: async (version) => {
    if (!/^\d+\.\d+\.\d+$/.test(version)) return [USAGE]
    for (const folder of ['', ...(await packageFolders())])
      await raiseManifest(join(folder, 'package.json'), version)
    await eachChangelog((text) => openChangelog(text, version))
    return say('Type: npm install, and npm run reference')
  },
}

/** Repeatable: a version that is cut keeps its day. */
async function cut(): Promise<readonly string[]> {
  const failed = await buildAll()
  if (failed.length > 0) return failed
  const { version, release } = await readParts()
  const files = await builtFiles()
  const changed = changedRelease(release, files)
  if (changed) return [changed]
  const date = release?.date ?? new Date().toISOString().slice(0, 10)
  const entry = JSON.stringify({ version, date, files }, null, 2)
  if (!release) await writeFile(join(RELEASES_DIR, `${version}.json`), `${entry}\n`)
  await eachChangelog((text) => cutChangelog(text, version, date))
  return say(`releases/${version}.json has the digests, and the changelogs have the day. Commit them.`)
}

async function buildAll(): Promise<readonly string[]> {
  return (await build()) === 0 ? [] : ['It does not build.']
}

async function raiseManifest(path: string, version: string): Promise<void> {
  const file = join(ROOT, path)
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/("version": ")[^"]+/, `$1${version}`))
}

async function eachChangelog(change: (text: string) => string): Promise<void> {
  for (const { path, text } of await readChangelogs()) await writeFile(join(ROOT, path), change(text))
}

function say(text: string): readonly string[] {
  console.log(text)
  return []
}
