/** What docstrings say and the analyzer leaves out: examples, and the type of an attribute where it is not its property's. */
import type { AnalyzePhaseParams, Plugin } from '@custom-elements-manifest/analyzer'
import { ts } from '@custom-elements-manifest/analyzer'

/** The notes of one source, or of several. */
export interface DocstringNotes {
  /** Name of a property, a method or an event → its example. */
  readonly examples: Map<string, string>
  /** Name of a property → the type of its attribute: `'redirect' | 'popup'` of `@attr {'redirect' | 'popup'}`. */
  readonly attributeTypes: Map<string, string>
}

type Node = AnalyzePhaseParams['node']

/** A plugin that reads the notes at members of classes and interfaces while the analyzer walks through the sources. */
export function docstringNotes(): { readonly notes: DocstringNotes; readonly plugin: Plugin } {
  const notes: DocstringNotes = { examples: new Map(), attributeTypes: new Map() }
  const analyzePhase = ({ node }: AnalyzePhaseParams) => {
    const name = memberName(node)
    if (name === undefined) return
    for (const tag of ts.getJSDocTags(node)) {
      const text = ts.getTextOfJSDocComment(tag.comment) ?? ''
      const [, type] = /^\{(.+?)\}/.exec(text) ?? []
      if (tag.tagName.text === 'example') notes.examples.set(name, text)
      if (tag.tagName.text === 'attr' && type !== undefined) notes.attributeTypes.set(name, type)
    }
  }
  return { notes, plugin: { name: 'docstring-notes', analyzePhase } }
}

/** @returns `undefined` for everything but a named member. */
function memberName(node: Node): string | undefined {
  if (!ts.isClassElement(node) && !ts.isTypeElement(node)) return undefined
  return node.name && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))
    ? node.name.text
    : undefined
}
