/**
 * The merchant's server, for tests. It runs in Node and receives every request that the gateway sends.
 *
 * The second segment of the path names the merchant. `/callback/{merchant}/key` receives a callback. `/answers/{merchant}`
 * sets the answers to the first, second, … callback. `/received/{merchant}?count=2` answers once this many callbacks have
 * arrived.
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

/** Answers a request from the gateway, or from a test. */
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
