/** The browser data that 3-D Secure needs, within EMVCo's limits. */
import type { BrowserFacts } from '../../../shared/http-bodies.ts'

/** The colour depths that EMVCo lists. Screens of 30 bits exist, and gateways refuse unlisted depths. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1]

const MAX_LANGUAGE = 8

/** On a machine without a language, WebKit reports `C`, which no bank knows. */
const LANGUAGE = /^[a-z]{2,3}(-|$)/i

/** The browser's objects that have the data. */
export interface BrowserObjects {
  readonly navigator: { readonly language: string; javaEnabled?(): boolean }
  readonly screen: { readonly colorDepth: number; readonly width: number; readonly height: number }
  readonly now: { getTimezoneOffset(): number }
}

/** Collects the data. That this script runs proves that the browser runs scripts. */
export const browserData = ({ navigator, screen, now }: BrowserObjects): BrowserFacts => ({
  javaEnabled: navigator.javaEnabled?.() ?? false,
  javascriptEnabled: true,
  language: LANGUAGE.test(navigator.language) ? shortened(navigator.language) : 'en',
  colorDepth: COLOR_DEPTHS.find((depth) => depth <= screen.colorDepth) ?? 24,
  screenWidth: screen.width,
  screenHeight: screen.height,
  timeZone: now.getTimezoneOffset(),
})

/** `zh-Hant-TW` → `zh-Hant`: cut between subtags, since half of one names something else. */
function shortened(language: string): string {
  const cut = language.lastIndexOf('-')
  return language.length <= MAX_LANGUAGE || cut < 0
    ? language.slice(0, MAX_LANGUAGE)
    : shortened(language.slice(0, cut))
}
