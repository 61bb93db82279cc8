import { type ESTree, parseSync, Visitor } from 'vite'
import { CHECK_TEXTS } from '../../widget/frames/check/check-texts.ts'
import { FIELD_TEXTS } from '../../widget/frames/fields/field-texts.ts'
import { TEXTS } from '../../widget/screen/english-texts.ts'
import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/**
 * A key that is put together while the tag runs is found by no search, and a misspelt one by no compiler. Counted in the tag
 * are
 *
 * - each template, and each `+` with a text, of which the fixed part has a letter and which may come to be the key of a
 *   text: of the tag, its frames, or a page's `labels`;
 * - each name of a part, class or slot in a template of HTML that a value is joined to without a space.
 *
 * A template before `satisfies` is not counted: the compiler refuses it unless all that it may come to be are keys.
 */
export const keysFromData: Check = {
  name: 'keys of texts and names of parts are made from data only where the compiler knows them all',
  async problems() {
    return (await repositoryFiles()).filter(isOfTag).flatMap(keysMadeIn)
  },
}

const isOfTag = ({ path }: RepositoryFile) =>
  /^widget\/(?!build\/|testing\/).*\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path)

const KEYS: readonly string[] = [
  ...Object.keys(TEXTS),
  ...Object.keys(FIELD_TEXTS).flatMap((key) => [key, `frame.${key}`]),
  ...Object.keys(CHECK_TEXTS),
]

/** A name in an attribute, up to where a value is joined to it, and what is joined to a value. */
const JOINED_BEFORE = /\b(?:part|class|slot|name)="?(?:[^"<>]*[^"<>\s])$/
const IN_NAMES = /\b(?:part|class|slot|name)="[^"<>]*$/
const JOINED_AFTER = /^[\w-]/

/** @returns The file, the line and the text of each. */
export function keysMadeIn({ path, text }: RepositoryFile): string[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed`)
  const made: string[] = []
  const checked = new Set<number>()
  const tagged = new Set<number>()
  const add = ({ start, end }: { start: number; end: number }) => {
    made.push(`${path}:${text.slice(0, start).split('\n').length}: ${text.slice(start, end)}`)
  }
  new Visitor({
    TSSatisfiesExpression: ({ expression }) => void checked.add(expression.start),
    TaggedTemplateExpression: ({ quasi }) => {
      tagged.add(quasi.start)
      if (joinsNames(quasi)) add(quasi)
    },
    TemplateLiteral: (node) => {
      if (!checked.has(node.start) && !tagged.has(node.start) && maybeKey(fixedParts(node))) add(node)
    },
    BinaryExpression: (node) => {
      if (node.operator !== '+') return
      const parts = [node.left, node.right].map((side) => (isText(side) ? side.value : ''))
      if (parts.some(Boolean) && maybeKey(parts)) add(node)
    },
  }).visit(program)
  return made
}

const fixedParts = ({ quasis }: ESTree.TemplateLiteral) =>
  quasis.map(({ value }) => value.cooked ?? value.raw)

const isText = (node: ESTree.Expression | ESTree.PrivateIdentifier): node is ESTree.StringLiteral =>
  node.type === 'Literal' && typeof node.value === 'string'

/** Whether values between the parts may make a key of them. */
function maybeKey(parts: readonly string[]): boolean {
  const fixed = parts.join('')
  if (parts.length < 2 || !/[a-z]/i.test(fixed)) return false
  const pattern = new RegExp(`^${parts.map((part) => part.replace(/\W/g, '\\$&')).join('.+')}$`)
  return KEYS.some((key) => pattern.test(key))
}

function joinsNames(template: ESTree.TemplateLiteral): boolean {
  const parts = fixedParts(template)
  return parts.some((part, index) => {
    const before = parts[index - 1]
    const isJoined = index < parts.length - 1 && JOINED_BEFORE.test(part)
    return isJoined || (before !== undefined && IN_NAMES.test(before) && JOINED_AFTER.test(part))
  })
}
