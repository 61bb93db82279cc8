/** What 3-D Secure wants to know of a browser, within EMVCo's limits. */
import type { BrowserFacts } from '../../../shared/messages.ts'

/** The depths that EMVCo lists. Screens of 30 bits exist, and gateways refuse what is not listed. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1]

const MAX_LANGUAGE = 8

/** A machine without a language has the language `C` in WebKit, which no bank knows. */
const LANGUAGE = /^[a-z]{2,3}(-|$)/i

/** The browser's own objects, as far as they are asked. */
export interface Facts {
  readonly navigator: { readonly language: string; javaEnabled?(): boolean }
  readonly screen: { readonly colorDepth: number; readonly width: number; readonly height: number }
  readonly now: { getTimezoneOffset(): number }
}

/** Collects them. A script that runs is the proof that scripts do. */
export const browserData = ({ navigator, screen, now }: Facts): BrowserFacts => ({
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
