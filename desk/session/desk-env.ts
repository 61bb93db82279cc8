/** Everything of the browser that the desk uses, in one place, so that tests replace it and patch nothing. */
import { type BrowserEnv, browserEnv } from '../../widget/browser/browser-env.ts'

export interface DeskEnv extends Pick<BrowserEnv, 'fetch' | 'openSocket' | 'now' | 'pause' | 'randomKey'> {
  /** Loads the page again, where an access proxy signs the person in. */
  reload(): void
  /** Origin of the edge, which serves the desk. */
  readonly edge: string
  /** BCP 47 tags of the person's languages, the preferred first. */
  readonly languages: readonly string[]
  /** Whether somebody can see the page. */
  isVisible(): boolean
  /** Puts a file into the downloads. */
  save(file: Blob, name: string): void
}

/** The real browser. */
export const deskEnv: DeskEnv = {
  ...{ fetch: browserEnv.fetch, openSocket: browserEnv.openSocket, now: browserEnv.now },
  ...{ pause: browserEnv.pause, randomKey: browserEnv.randomKey },
  reload: () => location.reload(),
  edge: location.origin,
  languages: navigator.languages,
  isVisible: () => document.visibilityState === 'visible',
  save: (file, name) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = name
    link.click()
    // The download has its own hold on the file once the click has begun it.
    setTimeout(() => URL.revokeObjectURL(link.href))
  },
}
