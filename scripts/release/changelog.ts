/** Changelogs in the format of Keep a Changelog: their newest section, and how a release cuts it. Pure. */

/** What stands above the older sections. */
export interface NewestSection {
  /** The version that it is of, or becomes. Undefined where it says neither. */
  readonly version: string | undefined
  /** The day of the release, `2026-11-28`. Undefined before it. */
  readonly date: string | undefined
  /** Its Markdown, without the heading and without the line that says what it becomes. */
  readonly text: string
}

const HEADING = /^## (.+)$/m
const UNRELEASED = '[Unreleased]'
const RELEASED = /^\[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/
/** The paragraph below the heading: `This becomes 0.2.0, the first version.` */
const BECOMES = /^\s*This becomes (\d+\.\d+\.\d+)\b[^\n]*\n/

/** @returns The section; its version is undefined where the heading is neither `[Unreleased]` nor of a release. */
export function newestSection(changelog: string): NewestSection {
  const [, heading = '', rest = ''] = changelog.split(HEADING)
  const [, version, date] = RELEASED.exec(heading) ?? []
  if (version !== undefined) return { version, date, text: rest.trim() }
  const becomes = heading === UNRELEASED ? BECOMES.exec(rest)?.[1] : undefined
  return { version: becomes, date: undefined, text: rest.replace(BECOMES, '').trim() }
}

/** Gives the unreleased section its version and day. A changelog whose newest section is released stays as it is. */
export function cutChangelog(changelog: string, version: string, date: string): string {
  const { date: released } = newestSection(changelog)
  if (released !== undefined) return changelog
  const [before = '', rest = ''] = changelog.split(`## ${UNRELEASED}\n`)
  return `${before}## [${version}] - ${date}\n${rest.replace(BECOMES, '')}`
}

/** Opens a section above the released one. A changelog that has one gets the new version there. */
export function openChangelog(changelog: string, version: string): string {
  const { date } = newestSection(changelog)
  const line = `## ${UNRELEASED}\n\nThis becomes ${version}.\n`
  if (date !== undefined) return changelog.replace(/^## /m, () => `${line}\n## `)
  return changelog.replace(/^(## \[Unreleased\]\n\s*This becomes )\d+\.\d+\.\d+/m, `$1${version}`)
}
