/** Where Durable Objects live: the one place that finds them by name. */
import type { Config } from './config.ts'
import { isLocal, isLoopback } from './setting-shapes.ts'

/** The settings that decide it. */
export type PlaceSettings = Pick<Config, 'JURISDICTION' | 'GATEWAY_URL' | 'PUBLIC_URL'>

/**
 * Finds an object by its name, within the jurisdiction of the settings. One name is another object in another
 * jurisdiction, so no other code may look objects up; `npm run check` searches for it.
 *
 * On this machine, with a gateway on this machine, every jurisdiction is the same place, since workerd has none.
 *
 * @throws {Error} If the platform does not know the jurisdiction: nothing is kept in another place instead.
 * @see https://developers.cloudflare.com/durable-objects/reference/data-location/
 */
export function objectNamed<Kind extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<Kind>,
  name: string,
  settings: PlaceSettings,
): DurableObjectStub<Kind> {
  const { JURISDICTION: jurisdiction } = settings
  if (jurisdiction === 'none' || isOnThisMachine(settings)) return namespace.getByName(name)
  return namespace.jurisdiction(jurisdiction).getByName(name)
}

const isOnThisMachine = ({ PUBLIC_URL, GATEWAY_URL }: PlaceSettings) =>
  isLocal(PUBLIC_URL) && isLoopback(GATEWAY_URL)

/**
 * Whether an object lives where the settings say. If not, it must not look for others: its offer's counter is in its own
 * jurisdiction.
 */
export const livesWithin = ({ jurisdiction = 'none' }: DurableObjectId, settings: PlaceSettings): boolean =>
  isOnThisMachine(settings) || jurisdiction === settings.JURISDICTION
