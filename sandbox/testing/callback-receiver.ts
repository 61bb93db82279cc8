/**
 * The world outside the gateway, for tests: a merchant's server, in Node, that takes every request the gateway makes.
 *
 * A merchant is the second segment of the path: `/callback/{merchant}/key` is a callback to it, `/answers/{merchant}`
 * takes what it shall say to the first, second, … callback, and `/received/{merchant}?count=2` answers once there
 * have been so many.
 */
interface Merchant {
  answers: number[]
  readonly received: string[]
  readonly waiting: Set<() => void>
}

const merchants = new Map<string, Merchant>()

function merchantOf(pathname: string): Merchant {
  const id = pathname.split('/')[2] ?? ''
  const merchant = merchants.get(id) ?? { answers: [200], received: [], waiting: new Set() }
  merchants.set(id, merchant)
  return merchant
}

/** Answers one request that leaves the gateway, or one of a test that asks about it. */
export async function receive(request: { url: string; json(): Promise<unknown> }): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const merchant = merchantOf(pathname)
  if (pathname.startsWith('/answers/')) {
    merchant.answers = (await request.json()) as number[]
    return new Response()
  }
  if (pathname.startsWith('/received/')) return received(merchant, Number(searchParams.get('count')))
  return takeCallback(merchant, request.url)
}

function takeCallback(merchant: Merchant, url: string): Response {
  merchant.received.push(url)
  for (const tell of merchant.waiting) tell()
  const status = merchant.answers[Math.min(merchant.received.length, merchant.answers.length) - 1]
  return new Response(null, { status: status ?? 200 })
}

async function received(merchant: Merchant, count: number): Promise<Response> {
  await new Promise<void>((resolve) => {
    const tell = () => merchant.received.length >= count && resolve()
    merchant.waiting.add(tell)
    tell()
  })
  return new Response(JSON.stringify(merchant.received))
}
