import { AxeBuilder } from '@axe-core/playwright'
import axe from 'axe-core'
import type { Frame, Page } from 'playwright'
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'
import { endMotion } from './motion.ts'
import { type AxeTarget, isTransparent, VanishedElement } from './transparent-frames.ts'

/** Every rule of WCAG 2.2, levels A and AA, that a program can check. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** Axe's data on a lack of contrast. */
interface Colours {
  readonly fgColor?: string
  readonly bgColor?: string
  readonly expectedContrastRatio?: string
}

/**
 * Searches a page of Chromium for barriers, shadow roots and frames included.
 *
 * @param behind The colour behind transparent frames, such as `#241f2b`: axe takes them for white.
 * @returns One text for each barrier: rule, elements, what to fix.
 */
export async function axeViolations(tab: Tab, behind = '#ffffff'): Promise<string[]> {
  const page = chromiumPage(tab)
  return violationsOn(page, behind).catch(async (error) => {
    if (!isOfFormerPage(error)) throw error
    await page.waitForLoadState()
    return violationsOn(page, behind)
  })
}

/** What axe found on a page that drew it again meanwhile, or that went elsewhere, says nothing of the new one. */
const isOfFormerPage = (error: unknown) =>
  error instanceof VanishedElement || /Execution context was destroyed/.test(String(error))

async function violationsOn(page: Page, behind: string): Promise<string[]> {
  await endMotion(page)
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

/** A plain builder silently skips frames that do not load axe within a second. This one waits for them. */
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

/** Whether words that axe sees on white have enough contrast to the colour behind the frame. */
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
