import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Frame } from 'playwright'
import type { Tab } from '../browser.ts'
import { chromiumPage } from '../engines/chromium.ts'
import { type AxeTarget, isTransparent } from './transparent-frames.ts'

/** Everything of WCAG 2.2, levels A and AA, that a program can tell. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** What axe says of colours that are too near to each other. */
interface Colours {
  readonly fgColor?: string
  readonly bgColor?: string
  readonly expectedContrastRatio?: string
}

/**
 * Looks for barriers in a page of Chromium, shadow roots and frames included.
 *
 * @param behind What is behind transparent frames, such as `#241f2b`: axe takes them for sheets of white paper.
 * @returns One text for each barrier: rule, elements, what to mend. Empty if none was found.
 */
export async function axeViolations(tab: Tab, behind = '#ffffff'): Promise<string[]> {
  const page = chromiumPage(tab)
  const { violations } = await patient(new AxeBuilder({ page })).withTags(TAGS).analyze()
  const found: string[] = []
  for (const { id, help, nodes } of violations)
    for (const { target, any, failureSummary = '' } of nodes) {
      const mayBeReadable = target.length > 1 && any.some(({ data }) => isReadable(data ?? {}, behind))
      if (mayBeReadable && (await isTransparent(page, target as AxeTarget))) continue
      const summary = failureSummary.replace(/\s+/g, ' ')
      found.push(`${id} (${help}) at ${target.flat().join(' ')}: ${summary}`)
    }
  return found
}

/** A builder leaves frames out that do not take axe within a second, and says nothing of it. This one waits for them. */
function patient(builder: AxeBuilder): AxeBuilder {
  if (!('inject' in builder)) throw new TypeError('axe goes into frames in another way now')
  const inject = async (frames: readonly Frame[]) => {
    for (const frame of frames) {
      await frame.evaluate(axe.source)
      await frame.evaluate(await Reflect.get(builder, 'axeConfigure').call(builder))
    }
  }
  return Object.assign(builder, { inject })
}

/** Whether words that axe sees on white are told apart from what is behind the frame, if it shows. */
function isReadable({ fgColor, bgColor, expectedContrastRatio }: Colours, behind: string): boolean {
  if (!fgColor || bgColor !== '#ffffff' || !expectedContrastRatio) return false
  const [lighter = 0, darker = 0] = [fgColor, behind].map(luminance).sort((one, other) => other - one)
  return (lighter + 0.05) / (darker + 0.05) >= Number.parseFloat(expectedContrastRatio)
}

/** WCAG 2.2, relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
