/** The edge's check that a person pays. The edge asks for it before an attempt, and only where it sees signs of an attack. */
import type { TagContext } from './tag-context.ts'

/**
 * Asks the shopper to pass a check for an order. From an isolated page, in which no other site's frame runs, the tag leaves
 * for the check, which returns with the token in the fragment.
 *
 * @returns The verifier's token; empty if the check ends without one.
 */
export async function askCheck(tag: TagContext, id: string): Promise<string> {
  const { edge, checkUrl, language } = tag.host.terms
  const url = `${edge}/frames/check?lang=${language}#order=${id}&return=${encodeURIComponent(checkUrl)}`
  if (tag.state.isIsolated) {
    tag.env.navigate(url)
    return ''
  }
  tag.send({ type: 'bot-check-begun', step: { type: 'check', url, frame: url } })
  return (await tag.until((state) => !state.check && state)).passed
}
