import { Hono } from 'hono'
import type { Backend } from './backend.ts'
import { accessControlServer } from './bank/access-control-server.ts'
import { bankPage } from './bank/bank-page.ts'
import { sandboxControls } from './controls/sandbox-controls.ts'
import { hostedPage } from './hosted/card-form.ts'
import { payoutPage } from './hosted/payout-form.ts'
import { handleRequest } from './operations/handle-request.ts'
import { turnstileStandIn } from './turnstile/stand-in.ts'

/** Routes every request by its path. The three host names lead to the same Worker. */
export function app(backend: Backend): Hono {
  const routes = new Hono()
  routes.all('/api/*', ({ req }) => handleRequest(req.raw, backend))
  routes.route('/form', hostedPage(backend))
  routes.route('/payout', payoutPage(backend))
  routes.route('/acs', bankPage(backend))
  routes.route('/3ds', accessControlServer(backend))
  routes.route(
    '/turnstile/v0',
    turnstileStandIn(() => Date.now()),
  )
  routes.route('/__sandbox', sandboxControls(backend))
  routes.get('/', (c) => c.text('The sandbox gateway is here. No money moves.\n'))
  routes.notFound((c) => c.text('There is nothing here.\n', 404))
  routes.onError((error, c) => {
    console.error(error)
    return c.text('The sandbox failed.\n', 500)
  })
  return routes
}
