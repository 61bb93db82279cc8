/** What an assistant does: sent under the name that it gives until that is certain, and then waited for. */
import { type FollowedUp, UncertainError } from '../../packages/server/src/server.ts'
import { CommandError } from '../command.ts'
import type { EdgeClient } from '../edge-client.ts'

/** Most gateways are done within seconds. An assistant that waits longer can ask again by the same name. */
const WITHIN_MS = 10_000

/** @throws {CommandError} `outcome-unknown` where no answer says whether it was done. The same name finds out. */
export async function certain<Answer>(deed: Promise<Answer>): Promise<Answer> {
  try {
    return await deed
  } catch (error) {
    throw error instanceof UncertainError ? new CommandError('outcome-unknown', [LOST]) : error
  }
}

/** Waits for what a deed comes to, as far as it is known then. */
export async function decided(client: EdgeClient, deed: Promise<FollowedUp>): Promise<FollowedUp> {
  const { order: first, followUp } = await certain(deed)
  const order = await client.settled(first, { withinMs: WITHIN_MS }).catch(() => first)
  return { order, followUp: order.followUps.find(({ number }) => number === followUp.number) ?? followUp }
}

const LOST = 'It may have been done. Call the tool again with the same name: nothing happens twice.'
