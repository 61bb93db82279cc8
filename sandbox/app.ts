import { Hono } from 'hono'
import { accessControlServer } from './access-control-server.ts'
import { answer } from './api.ts'
import type { Backend } from './backend.ts'
import { bankPage } from './bank-page.ts'
import { hostedPage } from './hosted-page.ts'
import { payoutPage } from './payout-page.ts'
import { sandboxControls } from './sandbox-controls.ts'

/** Everything the Worker answers, told apart by path: the three hosts are one. */
export function app(backend: Backend): Hono {
  const routes = new Hono()
  routes.all('/api/*', ({ req }) => answer(req.raw, backend))
  routes.route('/form', hostedPage(backend))
  routes.route('/payout', payoutPage(backend))
  routes.route('/acs', bankPage(backend))
  routes.route('/3ds', accessControlServer(backend))
  routes.route('/__sandbox', sandboxControls(backend))
  routes.get('/', (c) => c.text('The sandbox gateway is here. No money moves.\n'))
  routes.notFound((c) => c.text('There is nothing here.\n', 404))
  routes.onError((error, c) => {
    console.error(error)
    return c.text('The sandbox failed.\n', 500)
  })
  return routes
}
