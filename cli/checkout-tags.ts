/** The tags `<pay-checkout>` of a page, found and rewritten in its HTML. Pure. Nothing else of the page changes. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** An element of a page, with its attributes by name. */
export interface PageElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Counted from 1. */
  readonly line: number
}

/** All elements of a page in document order, also those in templates. */
export const elementsIn = (html: string): readonly PageElement[] => nodesIn(html).map(described)

const described = ({ tagName, attrs, sourceCodeLocation }: Element): PageElement => ({
  name: tagName,
  attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
  line: sourceCodeLocation?.startLine ?? 1,
})

/** Without scripting, so that what stands in `<noscript>` counts as well. */
const nodesIn = (html: string) =>
  flattened(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }))

function flattened(node: Node): Element[] {
  const inside = [
    ...('childNodes' in node ? node.childNodes : []),
    ...('content' in node ? [node.content] : []),
  ]
  return [...('tagName' in node ? [node] : []), ...inside.flatMap(flattened)]
}

/** A signed offer, and the payment page that its links lead to. */
export interface Placed {
  readonly offer: string
  /** The address of the edge's payment page with the offer. */
  readonly link: string
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Writes offers into the tags that name an item: into the attribute `offer`, and into links to the edge's payment page
 * inside the tag, which sell where the script is blocked. Repeating it replaces the offers.
 *
 * @param offerOf The offer of an item.
 */
export function withOffers(html: string, offerOf: (item: string) => Placed): string {
  const edits = nodesIn(html).flatMap((element) => {
    const { name, attributes } = described(element)
    return name === 'pay-checkout' && attributes.item !== undefined
      ? editsOf(element, offerOf(attributes.item))
      : []
  })
  const inOrder = edits.toSorted((one, other) => other.start - one.start)
  return inOrder.reduce(
    (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
    html,
  )
}

function editsOf(tag: Element, { offer, link }: Placed): Edit[] {
  const page = link.split('#', 1)[0] ?? ''
  const links = flattened(tag).filter(
    ({ tagName, attrs }) =>
      tagName === 'a' && attrs.some(({ name, value }) => name === 'href' && value.split('#', 1)[0] === page),
  )
  return [...attributeEdit(tag, 'offer', offer), ...links.flatMap((one) => attributeEdit(one, 'href', link))]
}

/** Replaces an attribute, or adds it right after the name of the tag. The value needs no escaping: it is an offer or a link. */
function attributeEdit({ sourceCodeLocation, tagName }: Element, name: string, value: string): Edit[] {
  const start = sourceCodeLocation?.startTag?.startOffset ?? sourceCodeLocation?.startOffset
  if (start === undefined) return []
  const there = sourceCodeLocation?.attrs?.[name]
  if (there) return [{ start: there.startOffset, end: there.endOffset, text: `${name}="${value}"` }]
  const after = start + 1 + tagName.length
  return [{ start: after, end: after, text: ` ${name}="${value}"` }]
}
