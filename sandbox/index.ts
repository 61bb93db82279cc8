import { type Env, parseSettings } from './settings.ts'

export { Gateway } from './gateway.ts'

/** The settings that were valid. They do not change while an isolate lives, and parsing the key is slow. */
let usable: Env | undefined

/** Passes every request to the one gateway object, whichever host it was sent to. */
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
