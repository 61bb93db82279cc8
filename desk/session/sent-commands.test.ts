import { describe, expect, it } from 'vitest'
import { accepted, type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../../widget/order/api.ts'
import { isCertain } from './certain-answer.ts'
import { type SentCommand, SentCommands } from './sent-commands.ts'

const PLACE = ['order-1', 'return'] as const

const refund = (key: string): SentCommand => ({ command: { path: 'return', body: {}, key }, amount: '12.50' })

const OK = accepted({})
const LOST = refused<Refusal>({ code: 'network' })
const IN_FLIGHT = refused<Refusal>({ code: 'follow-up-in-flight', status: 409 })

describe('an answer', () => {
  const problem = (code: Refusal['code'], status: number) => refused<Refusal>({ code, status })

  it.each<[string, Result<unknown, Refusal>, { first: boolean; repeat: boolean }]>([
    ['of success is certain', OK, { first: true, repeat: true }],
    ['that is missing never is', LOST, { first: false, repeat: false }],
    ['of a failure of the edge never is', problem('unavailable', 503), { first: false, repeat: false }],
    ['that refuses is, unless a try before it was lost', IN_FLIGHT, { first: true, repeat: false }],
    ['about rights is so too', problem('scope-missing', 403), { first: true, repeat: false }],
    ['of the gateway is certain', problem('gateway-refused', 422), { first: true, repeat: true }],
    ['about the key is certain', problem('key-reused', 409), { first: true, repeat: true }],
    ['about the reference is certain', problem('reference-reused', 409), { first: true, repeat: true }],
  ])('%s', (_, answer, expected) => {
    const [first, repeat] = [false, true].map((isRepeat) => isCertain(answer, { isRepeat }))

    expect({ first, repeat }).toEqual(expected)
  })
})

describe('a command whose first page is gone while it is under way', () => {
  /** Sends one request, which the test answers. */
  function sending(commands: SentCommands, key: string) {
    const { promise, resolve } = Promise.withResolvers<Result<object, Refusal>>()
    const ended = commands.send(PLACE, refund(key), () => promise)
    return (answer: Result<object, Refusal>) => {
      resolve(answer)
      return ended
    }
  }

  it('stays while its second try is under way, though the first is refused', async () => {
    const commands = new SentCommands()
    const first = sending(commands, 'key-1')
    const second = sending(commands, 'key-1')

    await first(IN_FLIGHT)

    expect(commands.find(...PLACE)?.command.key).toBe('key-1')
    expect(await second(IN_FLIGHT)).toMatchObject({ isCertain: false })
    expect(commands.find(...PLACE)?.command.key).toBe('key-1')
  })

  it('is over once any of its tries succeeds, and leaves the next command alone', async () => {
    const commands = new SentCommands()
    const first = sending(commands, 'key-1')
    const second = sending(commands, 'key-1')
    await second(OK)
    const next = sending(commands, 'key-2')

    await first(OK)

    expect(commands.find(...PLACE)?.command.key).toBe('key-2')
    await next(OK)
    expect(commands.find(...PLACE)).toBeUndefined()
  })
})
