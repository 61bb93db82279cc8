/**
 * The manifest of the tag's elements: what a page may set, call, hear and style, from the tag's sources. The types, the data for
 * editors and the tables of docs/tag.md are made from it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, ts } from '@custom-elements-manifest/analyzer'
import type {
  Attribute,
  ClassMethod,
  CustomElement,
  CustomElementField,
  Event,
  Package,
} from 'custom-elements-manifest/schema'
import { PARTS, SLOTS, TOKEN_MEANINGS } from '../../widget/theme/appearance.ts'
import { TOKENS } from '../../widget/theme/tokens.ts'
import { ROOT } from '../root.ts'
import { type DocstringNotes, docstringNotes } from './docstring-notes.ts'

/** What an example adds to an entry of the manifest. */
interface Exemplified {
  readonly example?: string
}

/** A property or method that pages may use. */
export type TagMember = (CustomElementField | ClassMethod) & Exemplified

/** An element of the tag. All of its entries have a description. */
export interface TagElement extends CustomElement {
  readonly kind: 'class'
  readonly name: string
  readonly tagName: string
  readonly description: string
  readonly members: TagMember[]
  readonly attributes: Attribute[]
  readonly events: (Event & Exemplified)[]
}

/** The elements: the tag, and the lines of a cart in it. */
export interface TagElements {
  readonly checkout: TagElement
  readonly line: TagElement
}

/** Where the members stand; base classes first. */
const SOURCES = ['form-field.ts', 'properties.ts', 'pay-checkout.ts', '../events/events.ts']

/** Types of the sources that are published under other names. */
const PUBLISHED: Readonly<Record<string, string>> = {
  OrderView: 'PayOrder',
  CheckoutLine: 'PayLine',
  Customer: 'PayCustomer',
  Labels: 'Readonly<Record<string, string>>',
}

/** An attribute that does not follow its property, since it names a person. */
const NEVER_REFLECTED = ['customer']

/** Where the edge serves the elements. */
const SCRIPT = 'pay-checkout.js'

/** A line of a cart. No script defines it: the tag reads it from the page. */
const PAY_LINE: TagElement = {
  ...{ kind: 'class', name: 'PayLine', tagName: 'pay-line', customElement: true },
  description: 'A line of a cart within `<pay-checkout>`: an offer or a product, and how many of it.',
  ...{ members: [], events: [] },
  attributes: [
    { name: 'offer', type: { text: 'string' }, description: 'The signed offer of what is sold.' },
    { name: 'product', type: { text: 'string' }, description: 'In place of `offer`: a product, by its id.' },
    {
      ...{ name: 'quantity', type: { text: 'string | number' } },
      description: 'How many. Default: the least that is sold.',
    },
  ],
}

/**
 * Reads the elements from the sources. The same sources give the same elements.
 *
 * @throws {TypeError} If a property, method, attribute or event has no description.
 */
export function tagElements(): TagElements {
  const { notes, plugin } = docstringNotes()
  const { modules } = create({ modules: SOURCES.map(parsed), plugins: [plugin] })
  const found = modules.flatMap(({ declarations = [] }) => declarations)
  const element = found.find((one) => one.kind === 'class' && 'tagName' in one) as TagElement
  return { checkout: published(element, notes), line: PAY_LINE }
}

/** The manifest in the form of the Custom Elements Manifest, schema 2.1.0. */
export function tagManifest({ checkout, line }: TagElements): Package {
  const { name, tagName } = checkout
  const declaration = { name, module: SCRIPT }
  return {
    ...{ schemaVersion: '2.1.0', readme: 'README.md' },
    modules: [
      {
        ...{ kind: 'javascript-module', path: SCRIPT, declarations: [checkout, line] },
        exports: [
          { kind: 'js', name, declaration },
          { kind: 'custom-element-definition', name: tagName, declaration },
        ],
      },
    ],
  } as Package
}

function parsed(file: string) {
  const path = join('widget/element', file)
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true)
}

function published(element: TagElement, notes: DocstringNotes): TagElement {
  const { kind, name, tagName, description } = element
  const members = element.members
    .filter(isForPages)
    .map((member) => withExample(publishedMember(member), notes))
  const attributes = element.attributes.map((attribute) => publishedAttribute(attribute, notes))
  const events = element.events.map((event) =>
    withExample({ ...event, description: oneLine(event.description) }, notes),
  )
  const silent = [...members, ...attributes, ...events].find((entry) => !entry.description)
  if (silent) throw new TypeError(`${silent.name} has no description`)
  return {
    ...{ kind, name, tagName, customElement: true },
    description: oneLine(description),
    members: members.toSorted((one, other) => rankOf(one) - rankOf(other)),
    ...{ attributes, events },
    slots: Object.entries(SLOTS).map(([slot, words]) => ({ name: slot, description: words })),
    cssParts: Object.entries(PARTS).map(([part, words]) => ({ name: part, description: words })),
    cssProperties: Object.entries(TOKENS).map(([token, value]) => ({
      ...{ name: `--pay-${token}`, default: value },
      description: TOKEN_MEANINGS[token as keyof typeof TOKENS],
    })),
  }
}

/** What a page sets, what it reads, what it calls. */
const rankOf = (member: TagMember) => (member.kind === 'method' ? 2 : member.readonly ? 1 : 0)

/** Neither the class's own, nor what the browser calls. */
const isForPages = (member: TagMember) =>
  !member.static && (member.privacy ?? 'public') === 'public' && !member.name.endsWith('Callback')

function publishedMember(member: TagMember): TagMember {
  const { inheritedFrom: _, ...rest } = member
  const own = { ...rest, description: oneLine(rest.description) }
  if (own.kind === 'method') {
    const { return: result = { type: { text: 'void' } } } = own
    return { ...own, return: result }
  }
  const reflects = own.attribute !== undefined && !NEVER_REFLECTED.includes(own.attribute)
  return { ...own, type: { text: publishedType(own.type?.text) }, ...(reflects && { reflects }) }
}

function publishedAttribute(attribute: Attribute, { attributeTypes }: DocstringNotes): Attribute {
  const { name, description, type, fieldName } = attribute
  const text = attributeTypes.get(fieldName ?? '') ?? publishedType(type?.text)
  return {
    name,
    type: { text },
    description: oneLine(description),
    ...(fieldName !== undefined && { fieldName }),
  }
}

const oneLine = (text = '') => text.replace(/\s+/g, ' ').trim()

const publishedType = (text = 'unknown') =>
  text.replaceAll(/\w+/g, (word) => (Object.hasOwn(PUBLISHED, word) ? (PUBLISHED[word] ?? word) : word))

function withExample<Entry extends { readonly name: string }>(entry: Entry, { examples }: DocstringNotes) {
  const example = examples.get(entry.name)
  return example === undefined ? entry : { ...entry, example }
}
