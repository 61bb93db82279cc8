import { describe, expect, it } from 'vitest'
import type { Answer, Terminal } from '../command.ts'
import type { DemoOptions } from '../demo-program.ts'
import { main } from '../main.ts'
import { demoCommand } from './demo.ts'

/** Runs the command with a demo that shows two lines, or fails. */
async function run(args: readonly string[], failure?: string) {
  const answers: Answer[] = []
  const asked: DemoOptions[] = []
  const terminal: Terminal = {
    answer: (answer) => answers.push(answer),
    tell: () => {},
    now: () => 0,
    env: {},
    interruption: () => new AbortController().signal,
  }
  const runDemo = async (options: DemoOptions) => {
    asked.push(options)
    if (failure !== undefined) throw new Error(failure)
    options.show(['Open the shop', 'Ctrl-C ends'])
  }
  const command = demoCommand(terminal, async () => ({ runDemo })).exitOverride()
  const error = await command.parseAsync([...args], { from: 'user' }).then(
    () => undefined,
    (problem) => problem,
  )
  return { answers, asked, error }
}

describe('pay-checkout demo', () => {
  it('shows what to open, and leaves the ports to the demo', async () => {
    const { answers, asked, error } = await run([])

    expect(error).toBeUndefined()
    expect(answers).toEqual([
      { lines: ['Open the shop', 'Ctrl-C ends'], value: { lines: ['Open the shop', 'Ctrl-C ends'] } },
    ])
    expect(asked[0]).not.toHaveProperty('portBase')
  })

  it('hands other ports on', async () => {
    expect((await run(['--port-base', '6000'])).asked[0]).toMatchObject({ portBase: 6000 })
  })

  it.each(['many', '0', '65534', '-1'])('refuses %s as the first of three ports', async (port) => {
    const { asked, error } = await run([`--port-base=${port}`])

    expect(error).toMatchObject({ code: 'usage' })
    expect(asked).toEqual([])
  })

  it('says why it did not start', async () => {
    expect((await run([], 'port 5173 is taken')).error).toMatchObject({
      code: 'demo-failed',
      problems: ['port 5173 is taken'],
    })
  })

  it('says in a clone how to start everything there', async () => {
    const told: string[] = []

    const code = await main(['demo'], {
      print: () => {},
      tell: (line) => told.push(line),
      now: () => 0,
      env: {},
      interruption: () => new AbortController().signal,
    })

    expect(code).toBe(1)
    expect(told.join('\n')).toContain('In a clone of pay-checkout start everything by “npm run dev”.')
  })
})
