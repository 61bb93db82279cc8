/** Writes the types of the tag's elements: `packages/tag/types/tag.d.ts`. Pure: the same elements give the same text. */
import type { Attribute } from 'custom-elements-manifest/schema'
import type { TagElement, TagElements, TagMember } from './tag-manifest.ts'

/** Stands in the first line of every generated source. */
export const GENERATED_NOTE = 'Generated from the tag’s sources by `npm run reference`.'

const HEAD = `/** The elements of the tag. ${GENERATED_NOTE} */
import type { PayEvent, PayFailedEvent, PayOrderEvent, PayStepEvent, PaySubmitEvent } from './events.js'
import type { PayCustomer, PayLine, PayOrder } from './order.js'
`

/** Writes the file. */
export const elementTypes = ({ checkout, line }: TagElements): string =>
  [
    HEAD,
    declared('Event type → event.', 'PayEventMap', checkout.events.map(eventLine)),
    `/** ${checkout.description} */
export interface PayCheckoutElement extends HTMLElement {
${checkout.members.map(memberLine).join('\n')}
}
`,
    declared('The attributes of `<pay-checkout>`.', 'PayCheckoutAttributes', attributeLines(checkout)),
    declared(
      `The attributes of \`<pay-line>\`. ${line.description}`,
      'PayLineAttributes',
      attributeLines(line),
    ),
    `/** Listeners as templates write them: \`onpay-settled\` in React, Preact and Svelte. */
export type PayCheckoutListeners<Prefix extends string = 'on'> = {
  [Type in keyof PayEventMap as \`\${Prefix}\${Type}\`]?: (event: PayEventMap[Type]) => unknown
}

declare global {
  interface HTMLElementTagNameMap {
    '${checkout.tagName}': PayCheckoutElement
    '${line.tagName}': HTMLElement
  }
  /** The events bubble: a listener may be at the tag, at any element around it, at the document or the window. */
  interface GlobalEventHandlersEventMap extends PayEventMap {}
}
`,
  ].join('\n')

const declared = (words: string, name: string, lines: readonly string[]) =>
  `/** ${words} */\nexport interface ${name} {\n${lines.join('\n')}\n}\n`

const attributeLines = ({ attributes }: TagElement) => attributes.map(attributeLine)

const eventLine = ({ name, type, description, example }: TagElement['events'][number]) =>
  `${docstring(description, example)}  '${name}': ${type.text}`

const attributeLine = ({ name, type, description }: Attribute) =>
  `${docstring(description)}  ${/\W/.test(name) ? `'${name}'` : name}?: ${type?.text} | undefined`

function memberLine(member: TagMember): string {
  const head = docstring(member.description, member.example)
  if (member.kind === 'field')
    return `${head}  ${member.readonly ? 'readonly ' : ''}${member.name}: ${member.type?.text}`
  const parameters = (member.parameters ?? []).map(
    ({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type?.text}`,
  )
  return `${head}  ${member.name}(${parameters.join(', ')}): ${member.return?.type?.text}`
}

function docstring(description = '', example?: string): string {
  if (example === undefined) return `  /** ${description} */\n`
  const lines = [description, '', '@example', ...example.split('\n')]
  return `  /**\n${lines.map((text) => `   * ${text}`.trimEnd()).join('\n')}\n   */\n`
}
