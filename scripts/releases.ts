/** The releases of the tag that pages may have pinned: `releases/` has the digests of each, and a deployment keeps their files. */
import { createHash } from 'node:crypto'

/** One release, as `releases/<version>.json` has it. */
export interface Release {
  readonly version: string
  /** The day of the release, `2026-11-23`. */
  readonly date: string
  /** Name of a file under `/v/<version>/` → its SHA-256 digest, as Subresource Integrity writes it. */
  readonly files: Readonly<Record<string, string>>
}

/** For so long a pinned page runs without a change. */
const KEPT_MONTHS = 12

/** What keeping releases works on. */
export interface ReleasePlace {
  /** The origin of the live edge. */
  readonly edge: string
  readonly fetch: typeof fetch
  /** Writes a file among those that the deployment uploads. */
  readonly write: (path: string, file: Uint8Array) => Promise<void>
}

/** The releases whose files a deployment keeps: those of the last twelve months, without the version that it brings. */
export function keptReleases(releases: readonly Release[], version: string, now: Date): Release[] {
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - KEPT_MONTHS)
  return releases.filter((one) => one.version !== version && new Date(one.date) >= since)
}

/**
 * Fetches the files of a release from the live edge, and writes them among the new ones. A release that this edge has never
 * had is left out.
 *
 * @returns Why the files cannot be kept; `undefined` if they are.
 * @throws {Error} If the edge cannot be reached, though its name exists.
 */
export async function keepRelease(release: Release, place: ReleasePlace): Promise<string | undefined> {
  const files = await Promise.all(
    Object.entries(release.files).map(async ([name, digest]) => {
      const path = `v/${release.version}/${name}`
      const reply = await place.fetch(`${place.edge}/${path}`)
      const file = new Uint8Array(await reply.arrayBuffer())
      return { path, status: reply.status, file, isSame: sha256(file) === digest, isAbsent: isAbsent(reply) }
    }),
  )
  if (files.every(({ isAbsent }) => isAbsent)) return undefined
  const wrong = files.find(({ status, isSame }) => status !== 200 || !isSame)
  if (wrong)
    return `${place.edge}/${wrong.path} is not the file of the release ${release.version} (${wrong.status}).`
  for (const { path, file } of files) await place.write(path, file)
  return undefined
}

/**
 * Whether the edge has no such file. The platform serves files before the Worker, so a problem document is the Worker's own
 * answer to an address without a file, also while a wrong setting has it refuse everything (503).
 */
const isAbsent = ({ status, headers }: Response) =>
  status === 404 || headers.get('Content-Type')?.startsWith('application/problem+json') === true

/** Whether the host has no name yet, as before the first deployment: no page can have pinned a file there. */
export const isNameless = (error: unknown): boolean =>
  error instanceof Error && (error.cause as { readonly code?: string } | undefined)?.code === 'ENOTFOUND'

/** What is wrong with building a version whose release has other files; pages pin these. */
export function changedRelease(release: Release | undefined, files: Release['files']): string | undefined {
  if (!release) return undefined
  const names = [...new Set([...Object.keys(release.files), ...Object.keys(files)])]
  const changed = names.filter((name) => release.files[name] !== files[name])
  if (changed.length === 0) return undefined
  return `Version ${release.version} is released, and its ${changed.join(', ')} would change: raise the version in package.json.`
}

const sha256 = (file: Uint8Array) => `sha256-${createHash('sha256').update(file).digest('base64')}`
