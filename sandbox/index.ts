import { type Env, parseSettings } from './settings.ts'

export { Gateway } from './gateway.ts'

/** Settings that were found usable. They do not change while an isolate lives, and to read the key takes long. */
let usable: Env | undefined

/** Hands every request to the one object that is the gateway, whichever of its hosts it came for. */
export default {
  fetch(request, env) {
    try {
      if (usable !== env) parseSettings(env)
      usable = env
    } catch (error) {
      return new Response(`${error}\n`, { status: 503 })
    }
    return env.GATEWAY.getByName('gateway').fetch(request)
  },
} satisfies ExportedHandler<Env>
