import { describe, expect, it } from 'vitest'
import type { OrderView } from '../../shared/order-view.ts'
import { becomes, gateway, open, order, request, useGateway } from './testing/hosted-orders.ts'

useGateway()

describe('a page that follows live', () => {
  const listen = async (id: string, after: number, scope = 'pay', until = Date.now() + 60_000) => {
    const response = await order(id).fetch(`https://edge/live?scope=${scope}&until=${until}&after=${after}`, {
      headers: { Upgrade: 'websocket' },
    })
    const socket = response.webSocket
    if (!socket) throw new TypeError('no socket')
    const views: OrderView[] = []
    socket.accept()
    socket.addEventListener('message', ({ data }) => {
      const { order: view } = JSON.parse(String(data))
      if (view) views.push(view)
    })
    return views
  }

  it('receives every change, in order', async () => {
    const id = await open()
    const views = await listen(id, 1)

    await order(id).pay(request)
    gateway.reports('approved')
    await becomes(id, 'approved')

    await expect.poll(() => views.map((view) => view.status)).toEqual(['sending', 'redirect', 'approved'])
  })

  it.each(['pay', 'view'])(
    'reads a filtered payment as a declined one, by a token of scope %s',
    async (scope) => {
      const id = await open()
      const views = await listen(id, 0, scope)
      await order(id).pay(request)

      gateway.reports('filtered')
      await expect.poll(async () => (await order(id).snapshot('merchant'))?.order.status).toBe('filtered')

      await expect.poll(() => views.at(-1)?.status).toBe('declined')
      const read = await order(id).snapshot(scope === 'pay' ? 'pay' : 'view')
      const joined = await order(id).pay(request)
      expect(JSON.stringify([views, read, joined])).not.toContain('filtered')
      expect(views.at(-1)).toMatchObject({ error: { code: 'declined', recoverable: true } })
    },
  )

  it('that may only look does not learn where to pay', async () => {
    const id = await open()
    const views = await listen(id, 0, 'view')

    await order(id).pay(request)
    await becomes(id, 'redirect')

    await expect.poll(() => views.at(-1)?.status).toBe('redirect')
    expect(views.map(({ action }) => action)).toEqual([undefined, undefined, undefined])
  })

  it('receives nothing more once its token has expired', async () => {
    const id = await open()
    const views = await listen(id, 1, 'pay', Date.now() - 1)

    await order(id).pay(request)
    await becomes(id, 'redirect')

    expect(views).toEqual([])
  })

  it('receives the changes that it missed', async () => {
    const id = await open()

    const views = await listen(id, 0)

    await expect.poll(() => views.map(({ seq }) => seq)).toEqual([1])
  })
})
