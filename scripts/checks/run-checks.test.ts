import { expect, it } from 'vitest'
import { runChecks } from './run-checks.ts'

const check = (name: string, problems: () => Promise<string[]>) => ({ name, problems })

it('counts each check as one test, and one that falls over as failed', async () => {
  const holds = check('holds', async () => [])
  const broken = check('is broken', async () => ['here', 'and there'])
  const fallen = check('falls over', () => Promise.reject(new Error('no git')))

  const weighed = { ...holds, name: 'weighs little', measured: () => '3 kB' }

  const printed: string[] = []
  const outcome = await runChecks([holds, broken, fallen, weighed], (text: string) => printed.push(text))

  expect(outcome).toEqual({ suite: 'check', passed: 2, failed: 2, skipped: 0 })
  expect(printed).toEqual([
    '── check',
    '✓ holds',
    '✗ is broken\n    here\n    and there',
    '✗ falls over\n    no git',
    '✓ weighs little (3 kB)',
  ])
})
