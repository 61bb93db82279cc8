import { type Env, parseSettings } from './settings.ts'

export { Gateway } from './gateway.ts'

/** Hands every request to the one object that is the gateway, whichever of its hosts it came for. */
export default {
  fetch(request, env) {
    try {
      parseSettings(env)
    } catch (error) {
      return new Response(`${error}\n`, { status: 503 })
    }
    return env.GATEWAY.getByName('gateway').fetch(request)
  },
} satisfies ExportedHandler<Env>
