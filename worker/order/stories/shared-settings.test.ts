/** Under test, too, the objects of one isolate have one object of settings, since the isolate keeps what it read of it. */
import { env } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import { setWith } from '../../testing/edge.ts'
import { terms } from '../testing/examples.ts'
import { orderOf } from '../testing/orders.ts'
import { startOver } from '../testing/platform.ts'

afterEach(startOver)

const opened = async () => {
  const id = crypto.randomUUID()
  await orderOf(id).open({ ...terms, id, reference: id, expiresAt: Date.now() + 60_000 })
}

it('the settings are put together once for all orders, until a test has others', async () => {
  let readings = 0
  const counting = () => ({
    get PUBLIC_URL() {
      readings += 1
      return Reflect.get(env, 'PUBLIC_URL')
    },
  })
  setWith(counting())

  await opened()
  await opened()
  expect(readings).toBe(1)

  setWith(counting())
  await opened()
  expect(readings).toBe(2)
})
