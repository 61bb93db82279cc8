import { AxeBuilder } from '@axe-core/playwright'
import type { Tab } from './browser.ts'
import { chromiumPage } from './engines/chromium.ts'

/** Everything of WCAG 2.2, levels A and AA, that a program can tell. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/**
 * Looks for barriers in a page of Chromium, shadow roots and frames included.
 *
 * @returns One text for each barrier: rule, elements, what to mend. Empty if none was found.
 */
export async function barriers(tab: Tab): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page: chromiumPage(tab) }).withTags(TAGS).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const summary = failureSummary.replace(/\s+/g, ' ')
      return `${id} (${help}) at ${target.flat().join(' ')}: ${summary}`
    }),
  )
}
