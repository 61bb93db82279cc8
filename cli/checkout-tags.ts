/** The tags `<pay-checkout>` and `<pay-line>` of a page, found and rewritten in its HTML. Pure. Nothing else of the page changes. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** An element of a page, with its attributes by name. */
export interface PageElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Counted from 1. */
  readonly line: number
  /** Of its words: that of the tag, else of the nearest element that says one. In lower case. */
  readonly language?: string
}

/** Elements that sell an item: the tag, and a line of a cart within one. */
const SELLERS = ['pay-checkout', 'pay-line']

/** All elements of a page in document order, also those in templates. */
export const elementsIn = (html: string): readonly PageElement[] => nodesIn(html).map(described)

/** An element, and the language around and in it. */
interface Found {
  readonly element: Element
  readonly language: string | undefined
}

function described({ element: { tagName, attrs, sourceCodeLocation }, language }: Found): PageElement {
  return {
    name: tagName,
    attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    line: sourceCodeLocation?.startLine ?? 1,
    ...(language && { language }),
  }
}

/** The elements of a page that sell an item, with the item's name. */
export const itemsIn = (html: string): readonly (PageElement & { readonly item: string })[] =>
  elementsIn(html).flatMap((element) => {
    const { item } = element.attributes
    return SELLERS.includes(element.name) && item !== undefined ? [{ ...element, item }] : []
  })

/** Without scripting, so that what stands in `<noscript>` counts as well. */
const nodesIn = (html: string) =>
  flattened(parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false }))

function flattened(node: Node, around?: string): Found[] {
  const language = ('tagName' in node ? languageOf(node) : undefined) ?? around
  const inside = [
    ...('childNodes' in node ? node.childNodes : []),
    ...('content' in node ? [node.content] : []),
  ]
  return [
    ...('tagName' in node ? [{ element: node, language }] : []),
    ...inside.flatMap((one) => flattened(one, language)),
  ]
}

/** As the tag chooses it: its `locale` before any `lang`. */
function languageOf({ tagName, attrs }: Element): string | undefined {
  const named = (attribute: string) => attrs.find(({ name }) => name === attribute)?.value.toLowerCase()
  return (tagName === 'pay-checkout' ? named('locale') : undefined) ?? named('lang')
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
 * Writes offers into the tags and the lines of carts that name an item: into the attribute `offer`, and into links to the
 * edge's payment page inside the tag, which sell where the script is blocked. Repeating it replaces the offers.
 *
 * @param offerOf The offer of an item, in the language of the place if there is one.
 */
export function withOffers(
  html: string,
  offerOf: (item: string, language: string | undefined) => Placed,
): string {
  const edits = nodesIn(html).flatMap((found) => {
    const { name, attributes } = described(found)
    return SELLERS.includes(name) && attributes.item !== undefined
      ? editsOf(found.element, offerOf(attributes.item, found.language))
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
    ({ element: { tagName, attrs } }) =>
      tagName === 'a' && attrs.some(({ name, value }) => name === 'href' && value.split('#', 1)[0] === page),
  )
  return [
    ...attributeEdit(tag, 'offer', offer),
    ...links.flatMap(({ element }) => attributeEdit(element, 'href', link)),
  ]
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
