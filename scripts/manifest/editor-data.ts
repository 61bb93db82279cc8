/** Writes what editors read of the tag: JetBrains' `web-types.json` and VS Code's custom data. Pure. */
import type { Attribute } from 'custom-elements-manifest/schema'
import type { TagElement, TagElements } from './tag-manifest.ts'

/** A value of an attribute that may be one of a few texts: `'redirect' | 'popup'`. */
const CHOICE = /^'[^']*'(?: \| '[^']*')*$/

/**
 * Writes the data for JetBrains' editors.
 *
 * @param of Name and version of the package.
 * @see https://github.com/JetBrains/web-types
 */
export function webTypes(
  { checkout, line }: TagElements,
  of: { readonly name: string; readonly version: string },
) {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    ...of,
    ...{ 'js-types-syntax': 'typescript', 'description-markup': 'markdown' },
    contributions: { html: { elements: [checkout, line].map(webTypesElement) } },
  }
}

function webTypesElement({ tagName, description, ...element }: TagElement) {
  const { attributes, members, events, slots = [], cssParts = [], cssProperties = [] } = element
  const fields = members.filter((member) => member.kind === 'field')
  return {
    ...{ name: tagName, description },
    attributes: attributes.map(({ name, description: words, type }) => ({
      ...{ name, description: words, value: { type: type?.text } },
    })),
    slots: slots.map(({ name, description: words }) => ({ name, description: words })),
    js: {
      properties: fields.map(({ name, description: words, type }) => ({
        ...{ name, description: words, type: type?.text },
      })),
      events: events.map(({ name, description: words }) => ({ name, description: words })),
    },
    css: {
      'pseudo-elements': cssParts.map(({ name, description: words }) => ({
        ...{ name: `part(${name})`, description: words },
      })),
      properties: cssProperties.map(({ name, description: words, default: value }) => ({
        ...{ name, description: `${words}; default: \`${value}\`` },
      })),
    },
  }
}

/**
 * Writes the data for VS Code and editors that read the same.
 *
 * @see https://github.com/microsoft/vscode-custom-data
 */
export const vscodeData = ({ checkout, line }: TagElements) => ({
  $schema:
    'https://raw.githubusercontent.com/microsoft/vscode-html-languageservice/main/docs/customData.schema.json',
  version: 1.1,
  tags: [checkout, line].map(({ tagName, description, attributes }) => ({
    ...{ name: tagName, description, attributes: attributes.map(vscodeAttribute) },
  })),
})

function vscodeAttribute({
  name,
  description,
  type: { text = '' } = {} as NonNullable<Attribute['type']>,
}: Attribute) {
  // `v` is the editor's word for an attribute without a value.
  if (text === 'boolean') return { name, description, valueSet: 'v' }
  if (!CHOICE.test(text)) return { name, description }
  return { name, description, values: text.split(' | ').map((value) => ({ name: value.slice(1, -1) })) }
}
