import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { ROOT } from './root.ts'
import { runStep } from './run-step.ts'

const WITHOUT_DOM = './widget/without-dom.js'

describe('where there is no DOM', () => {
  it('importing the package has no effect and does not throw', async () => {
    const script = `const { PayCheckout } = await import('pay-checkout'); console.log(typeof PayCheckout, typeof document)`

    const { code, output } = await runStep([process.execPath, '--input-type=module', '-e', script])

    expect([code, output.trim()]).toEqual([0, 'function undefined'])
  })

  it.each(['node', 'workerd', 'deno', 'bun', 'edge-light'])(
    '%s gets the entry without Lit',
    async (condition) => {
      const { exports } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))

      expect(exports['.'][condition]).toBe(WITHOUT_DOM)
      expect(await readFile(join(ROOT, WITHOUT_DOM), 'utf8')).not.toContain('import ')
    },
  )
})
