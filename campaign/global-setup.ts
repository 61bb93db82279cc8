import { builtWidget } from '../scripts/build.ts'

/** Builds the tag, whose files the edge serves. */
export async function setup(): Promise<void> {
  // Vitest says `test`, which would make Lit's development files part of the tag.
  process.env.NODE_ENV = 'production'
  const failure = await builtWidget()
  if (failure) throw new Error(`The tag cannot be built:\n${failure}`)
}
