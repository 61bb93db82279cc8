import { type RepositoryFile, repositoryFiles } from './repository.ts'
import type { Check } from './run-checks.ts'

/** What the tag may remember outside of its records. Each one more is a place where a screen can go wrong. */
const MAX_MUTABLE_FIELDS = 45

/**
 * Few things in the tag change. Counted are the private fields of its classes that are not `readonly`, and each `let` of a
 * module. Tests and the build are not in the tag.
 */
export const mutableFields: Check = {
  name: `at most ${MAX_MUTABLE_FIELDS} private fields and variables of modules in widget/ change`,
  async problems() {
    const found = (await repositoryFiles()).filter(isOfTag).flatMap(mutableIn)
    return found.length > MAX_MUTABLE_FIELDS ? [`${found.length} of them:`, ...found] : []
  },
}

const isOfTag = ({ path }: RepositoryFile) =>
  /^widget\/(?!build\/|testing\/).*\.ts$/.test(path) && !/\.(test|d)\.ts$/.test(path)

/** A variable of a module, or a field of a class, which the formatter indents by two spaces. A method has a brace. */
const MUTABLE =
  /^(?:let| {2}(?:declare )?(?:private |protected |#)(?!readonly\b|get\b|set\b|async\b)(?!\w+\(|.*\{$)) ?(\w+)\b/gm

/** @returns The file and the name of each. */
export const mutableIn = ({ path, text }: RepositoryFile): string[] =>
  [...text.matchAll(MUTABLE)].map(([, name]) => `${path}: ${name}`)
