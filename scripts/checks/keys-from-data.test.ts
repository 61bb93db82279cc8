import { expect, it } from 'vitest'
import { keysMadeIn } from './keys-from-data.ts'

const madeIn = (code: string) => keysMadeIn({ path: 'widget/one.ts', text: `const made = ${code}\n` })

const dollar = '$'

it.each([
  ['the beginning of a key', `say(\`way.${dollar}{method}\`)`],
  ['its end', `\`${dollar}{heading}.text\``],
  ['its middle', `\`${dollar}{one}.declined-${dollar}{two}\``],
  ['a key of a frame', `\`code.${dollar}{size}.wrong\``],
  ['a key of a page’s labels', `\`frame.${dollar}{key}\``],
  ['a text that a value is added to', "say('way.' + method)"],
  ['a text that is added to a value', "heading + '.text'"],
  ['a part with a value behind it', `html\`<p part="way-${dollar}{method}"></p>\``],
  ['a second part with a value behind it', `html\`<p part="way is-${dollar}{method}"></p>\``],
  ['a class with a value before it', `html\`<p class="${dollar}{mood}-panel"></p>\``],
])('counts %s', (_, code) => expect(madeIn(code)).toHaveLength(1))

it.each([
  ['a key', "say('way.card')"],
  ['a key of a closed table', 'say(NAMES[method])'],
  ['what the compiler holds to be a key', `\`way.${dollar}{method}\` satisfies LabelKey`],
  ['an address', `\`orders/${dollar}{id}/pay\``],
  ['values alone', `\`${dollar}{kind}.${dollar}{code}\``],
  ['words', `\`${dollar}{quantity} × ${dollar}{price}\``],
  ['a type', `0 as unknown as \`${dollar}{Key}.text\``],
  ['a sum', 'one + 2'],
  ['the id of an element', `html\`<p id="${dollar}{name}-wrong" part="wrong"></p>\``],
  ['a whole part that a value names', `html\`<p part="panel ${dollar}{mood}" class=${dollar}{panel}></p>\``],
])('does not count %s', (_, code) => expect(madeIn(code)).toEqual([]))

it('names the file, the line and the text', () => {
  const text = `const one = 1\nconst two = \`way.${dollar}{one}\`\n`
  expect(keysMadeIn({ path: 'widget/two.ts', text })).toEqual([`widget/two.ts:2: \`way.${dollar}{one}\``])
})
