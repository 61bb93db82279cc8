/** The types that merchants install are those of the tag. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'

/** Beside the tag's sources, so that its own settings hold; git ignores the folder. */
const FOLDER = join(ROOT, '.tsbuild')
const SOURCE = join(FOLDER, 'tag-types.ts')
const PROJECT = join(FOLDER, 'tag-types.json')

afterAll(() => Promise.all([SOURCE, PROJECT].map((path) => rm(path, { force: true }))))

const comparison = (assertions: string) => `
import type { PayCheckout } from '../widget/element/pay-checkout.ts'
import type { PayEventMap } from '../widget/events/events.ts'
import type { PayCheckoutElement, PayEventMap as Published } from '../packages/tag/types/tag.d.ts'
${assertions}`

async function errorsOf(assertions: string): Promise<string> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(SOURCE, comparison(assertions))
  const project = {
    extends: '../widget/tsconfig.json',
    compilerOptions: { composite: false, noEmit: true, emitDeclarationOnly: false, types: [] },
    include: ['./tag-types.ts', '../widget/css.d.ts'],
    references: [],
  }
  await writeFile(PROJECT, JSON.stringify(project))
  return (await runStep(nodeTool('typescript/bin/tsc', '-p', PROJECT, '--pretty', 'false'))).output
}

it('describe the element, its properties and its events', async () => {
  const assertions = `
export const element: (tag: PayCheckout) => PayCheckoutElement = (tag) => tag
export const events: (map: PayEventMap) => Published = (map) => map
export const names: keyof PayEventMap = '' as keyof Published
export const published: keyof Published = '' as keyof PayEventMap
export const properties: keyof PayCheckoutElement = '' as keyof typeof PayCheckout.properties`

  expect(await errorsOf(assertions)).toBe('')
})

it('would be told apart from an element that differs', async () => {
  const assertions = `
interface Other extends PayCheckoutElement { readonly other: string }
export const element: (tag: PayCheckout) => Other = (tag) => tag`

  expect(await errorsOf(assertions)).toContain("Property 'other' is missing")
})
