/** What Chromium's accessibility tree has for screen readers: live regions, and what has the focus. */
import type { Tab } from '../../browser.ts'
import { chromiumPage } from '../../engines/chromium.ts'

interface AxNode {
  readonly nodeId: string
  readonly ignored: boolean
  readonly role?: { readonly value: string }
  readonly name?: { readonly value: string }
  readonly description?: { readonly value: string }
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value: unknown } }[]
  readonly childIds?: readonly string[]
}

/** A live region and its words. */
export interface LiveRegion {
  readonly role: string
  /** `polite` waits until the reader is silent; `assertive` does not. */
  readonly live: unknown
  readonly text: string
}

async function treeOf(tab: Tab): Promise<AxNode[]> {
  const page = chromiumPage(tab)
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes as unknown as AxNode[]
  } finally {
    await session.detach()
  }
}

const propertyOf = ({ properties = [] }: AxNode, wanted: string) =>
  properties.find(({ name }) => name === wanted)?.value.value

/** The live regions of the shop's page that have words. */
export async function liveRegions(tab: Tab): Promise<LiveRegion[]> {
  const nodes = await treeOf(tab)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const textOf = (node: AxNode | undefined): string =>
    node?.role?.value === 'StaticText'
      ? (node.name?.value ?? '')
      : (node?.childIds ?? []).map((id) => textOf(byId.get(id))).join('')
  return nodes
    .filter(({ ignored, role }) => !ignored && ['status', 'alert'].includes(role?.value ?? ''))
    .map((node) => ({
      role: node.role?.value ?? '',
      live: propertyOf(node, 'live'),
      text: textOf(node).trim(),
    }))
    .filter(({ text }) => text)
}

/** What a screen reader reads out because it has the focus: role, name, and description. */
export async function focusedNode(tab: Tab): Promise<string> {
  const node = (await treeOf(tab)).findLast((one) => propertyOf(one, 'focused') === true)
  return [node?.role?.value, node?.name?.value, node?.description?.value].filter(Boolean).join(': ')
}
