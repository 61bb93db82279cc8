/** Writes the tables of docs/tag.md, from the elements of the tag. Pure: the same elements give the same text. */
import type { TagElements, TagMember } from '../manifest/tag-manifest.ts'
import { table } from './markdown-table.ts'

/** The lines around a table in the document. */
const PLACE = /<!-- tag ([\w-]+): npm run reference -->.*?<!-- \/tag -->/gs

/**
 * Puts the tables where the document has places for them.
 *
 * @throws {TypeError} If a table has no place, or a place no table.
 */
export function withTagTables(document: string, elements: TagElements): string {
  const tables = tablesOf(elements)
  const places = [...document.matchAll(PLACE)].map(([, name = '']) => name)
  const lost = [...Object.keys(tables), ...places].find((name) => !(name in tables && places.includes(name)))
  if (lost !== undefined) throw new TypeError(`docs/tag.md and its tables differ in ${lost}`)
  return document.replaceAll(
    PLACE,
    (_, name: string) => `<!-- tag ${name}: npm run reference -->\n\n${tables[name]}\n<!-- /tag -->`,
  )
}

function tablesOf({ checkout, line }: TagElements): Readonly<Record<string, string>> {
  const { members, attributes, events } = checkout
  const properties = members.filter((one) => one.kind === 'field' && one.attribute === undefined)
  return {
    attributes: described('Attribute', attributes),
    'line-attributes': described('Attribute of `<pay-line>`', line.attributes),
    properties: table(['Property', 'Type', 'Meaning'], properties.map(propertyRow)),
    methods: described(
      'Method',
      members.filter(({ kind }) => kind === 'method'),
      ({ name }) => `${name}()`,
    ),
    events: table(
      ['Event', 'Type', 'When'],
      events.map(({ name, type, description = '' }) => [code(name), code(type.text), description]),
    ),
  }
}

interface Described {
  readonly name: string
  readonly description?: string
}

const described = (
  head: string,
  entries: readonly Described[],
  written: (entry: Described) => string = ({ name }) => name,
) =>
  table(
    [head, 'Meaning'],
    entries.map((entry) => [code(written(entry)), entry.description ?? '']),
  )

function propertyRow(member: TagMember): string[] {
  const { name, description = '' } = member
  const type = member.kind === 'field' ? (member.type?.text ?? '') : ''
  return [
    code(name),
    code(type),
    member.kind === 'field' && member.readonly ? `${description} Read only.` : description,
  ]
}

const code = (text: string) => `\`${text}\``
