import { GENERATED, keptPage } from '../reference.ts'
import type { Check } from './run-checks.ts'

/** The generated files in the repository match the tables in the code. */
export const reference: Check = {
  name: 'generated pages and rules of layers are those of the tables',
  async problems() {
    const found = Object.entries(GENERATED).map(async ([path, generate]) =>
      stale(path, await keptPage(path), generate()),
    )
    return (await Promise.all(found)).flat()
  },
}

/** @returns The first difference between a file in the repository and the generated one; nothing if they match. */
export function stale(path: string, kept: string, current: string): string[] {
  if (kept === current) return []
  const [was, is] = [kept, current].map((text) => text.split('\n'))
  const line = is?.findIndex((text, number) => text !== was?.[number]) ?? 0
  return [`${path} is out of date from line ${line < 0 ? (is?.length ?? 0) : line + 1}: npm run reference`]
}
