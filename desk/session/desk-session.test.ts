import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeBrowser } from '../testing/harness.ts'
import { DeskSession, STALL_LIMIT_MS } from './desk-session.ts'

/** A pause that the session waits for. */
interface Pause {
  readonly ms: number
  readonly signal: AbortSignal | undefined
  end(): void
}

let pauses: Pause[]
let body: ReadableStreamDefaultController<Uint8Array>
let answer: () => void
let session: DeskSession

/** An edge that answers, and sends a body, when the test says so. Like a browser, it breaks off what is aborted. */
const fetchByHand: typeof fetch = (_, init) =>
  new Promise((resolve, reject) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller
      },
    })
    answer = () => resolve(new Response(stream))
    init?.signal?.addEventListener('abort', () => {
      reject(init.signal?.reason)
      body.error(init.signal?.reason)
    })
  })

beforeEach(() => {
  pauses = []
  const pause = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((end) => void pauses.push({ ms, signal, end }))
  session = new DeskSession(
    'pck_x',
    { ...new FakeBrowser().env, fetch: fetchByHand, pause },
    { ended() {}, warned() {} },
  )
})

afterEach(() => session.end('signedOut'))

const limits = () => pauses.filter(({ ms }) => ms === STALL_LIMIT_MS)
const send = (text: string) => body.enqueue(new TextEncoder().encode(text))

describe('a request', () => {
  it('waits longer than the edge waits for the gateway, which is twice 30 seconds', () => {
    void session.fetch('/v1/orders')

    expect(limits()[0]?.ms).toBeGreaterThan(60_000)
  })

  it('ends where no answer comes in time', async () => {
    const fetched = session.fetch('/v1/orders')

    limits()[0]?.end()

    expect(await fetched).toEqual({ ok: false, reason: { code: 'network' } })
  })

  it('takes as long as it takes while its body comes', async () => {
    const fetched = session.fetch('/v1/orders.csv')
    answer()
    const response = await fetched
    const text = response.ok ? response.value.text() : undefined
    send('first, ')
    await expect.poll(() => limits().length).toBe(2)

    limits()[0]?.end()
    send('second')
    await expect.poll(() => limits().length).toBe(3)
    body.close()

    expect(await text).toBe('first, second')
    expect(limits().every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('ends where its body stalls', async () => {
    const fetched = session.fetch('/v1/orders.csv')
    answer()
    const response = await fetched
    const text = response.ok ? response.value.text() : undefined
    send('first, ')
    await expect.poll(() => limits().length).toBe(2)

    limits()[1]?.end()

    await expect(text).rejects.toThrow()
  })
})
