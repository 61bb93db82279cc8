/** Whether all that names a version names the same one. Pure. */
import { changedRelease, type Release } from '../releases.ts'
import { newestSection } from './changelog.ts'

/** What a release is made of. */
export interface ReleaseParts {
  /** The version in `package.json`, which is that of every package. */
  readonly version: string
  /** Path → text of each changelog. */
  readonly changelogs: Readonly<Record<string, string>>
  /** Its entry in `releases/`; undefined before it is cut. */
  readonly release: Release | undefined
}

/** @returns Where changelogs and `releases/` disagree with the version; nothing where all agree, cut or not. */
export function disagreements({ version, changelogs, release }: ReleaseParts): string[] {
  return Object.entries(changelogs).flatMap(([path, text]) => {
    const { version: named, date } = newestSection(text)
    if (named !== version)
      return [`${path}: the newest section is of ${named ?? 'no version'}, not ${version}`]
    if (date !== release?.date)
      return [`${path}: the newest section is ${dated(date)}, and releases/ has ${dated(release?.date)}`]
    return []
  })
}

const dated = (date: string | undefined) => date ?? 'no release'

/**
 * @param tag The git tag: `v0.2.0`.
 * @param files The files that were built now, with their digests.
 * @returns Why this tree is not the release of that tag.
 */
export function unreleased(tag: string, parts: ReleaseParts, files: Release['files']): string[] {
  const { version, release } = parts
  const changed = changedRelease(release, files)
  return [
    ...(tag === `v${version}` ? [] : [`The tag ${tag} is not of the version ${version}.`]),
    ...(release ? [] : [`releases/${version}.json is missing: npm run release`]),
    ...(changed ? [changed] : []),
    ...disagreements(parts),
  ]
}
