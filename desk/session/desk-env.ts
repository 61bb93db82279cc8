/** Everything of the browser that the desk uses, in one place, so that tests replace it and patch nothing. */
import { type BrowserEnv, browserEnv } from '../../widget/browser/browser-env.ts'
import { tryTo } from '../../widget/browser/try-to.ts'

export interface DeskEnv extends Pick<BrowserEnv, 'fetch' | 'openSocket' | 'now' | 'pause' | 'randomKey'> {
  /** Loads the page again, where an access proxy signs the person in. */
  reload(): void
  /** Origin of the edge, which serves the desk. */
  readonly edge: string
  /** BCP 47 tags of the person's languages, the preferred first. */
  readonly languages: readonly string[]
  /** IANA name of the machine's time zone. */
  readonly timeZone: string
  /** Whether somebody can see the page. */
  isVisible(): boolean
  /** Puts a file into the downloads. */
  save(file: Blob, name: string): void
  /** Puts a text into the clipboard. Rejects where the browser forbids it. */
  copy(text: string): Promise<void>
  /** Hands something to another app of the machine. Absent where the browser cannot; rejects where the person closes it. */
  readonly share?: (data: { readonly text: string; readonly url: string }) => Promise<void>
  /** What this browser remembers of the person's choices; `undefined` where it does not, or may not. */
  remembered(name: Preference): string | undefined
  remember(name: Preference, value: string): void
}

/** Choices that stay with the browser. None of them is a secret, or about an order. */
type Preference = 'currency' | 'keys'

const nameOf = (preference: Preference) => `pay-desk-${preference}`

/** The real browser. */
export const deskEnv: DeskEnv = {
  ...{ fetch: browserEnv.fetch, openSocket: browserEnv.openSocket, now: browserEnv.now },
  ...{ pause: browserEnv.pause, randomKey: browserEnv.randomKey },
  reload: () => location.reload(),
  edge: location.origin,
  languages: navigator.languages,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  isVisible: () => document.visibilityState === 'visible',
  copy: (text) => navigator.clipboard.writeText(text),
  // Not every browser has it, though the types say so.
  ...('share' in navigator && { share: (data) => navigator.share(data) }),
  remembered: (name) => tryTo(() => localStorage.getItem(nameOf(name))) ?? undefined,
  remember: (name, value) => tryTo(() => localStorage.setItem(nameOf(name), value)),
  save: (file, name) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = name
    link.click()
    // The download has its own hold on the file once the click has begun it.
    setTimeout(() => URL.revokeObjectURL(link.href))
  },
}
