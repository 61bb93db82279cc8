/** The notes of a release, cut from the changelogs. Pure. */
import { posix } from 'node:path'
import { pageOf } from '../packages/scope.ts'
import { newestSection } from './changelog.ts'

/** A file of a release. */
export interface ReleaseFile {
  readonly name: string
  /** SHA-256 in hexadecimal digits, as `sha256sum` writes it. */
  readonly sha256: string
}

/** A changelog: `cli/CHANGELOG.md`, and the package that it is of, or none for the project's own. */
export interface Changelog {
  readonly path: string
  readonly text: string
  readonly package?: string
}

/** @param tag Where its links lead: `v0.2.0`. */
export function releaseNotes(
  tag: string,
  changelogs: readonly Changelog[],
  files: readonly ReleaseFile[],
): string {
  const sections = changelogs.map(({ path, text, package: name }) => {
    const body = absolute(newestSection(text).text, path, tag)
    return name === undefined ? body : `## ${name}\n\n${body}`
  })
  const digests = files.map(({ name, sha256 }) => `${sha256}  ${name}`)
  return [...sections, '## Digests (SHA-256)', `\`\`\`\n${digests.join('\n')}\n\`\`\``]
    .join('\n\n')
    .concat('\n')
}

/** A page of releases resolves no relative link. */
const absolute = (text: string, path: string, tag: string) =>
  text.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link: string) => {
    return `](${pageOf(posix.join(posix.dirname(path), link), tag)})`
  })
