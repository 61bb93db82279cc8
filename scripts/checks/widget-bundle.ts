import { buildWidget } from '../build.ts'
import { inScratch, wordsIn } from './bundle.ts'
import type { Check } from './run-checks.ts'

/** Names that only the edge and the gateway may know. */
const EDGE_WORDS = [
  'oauth_signature',
  'oauth_consumer_key',
  'merchant_control_key',
  'GATEWAY_CONTROL_KEY',
  'client_orderid',
]

/** A name inside zod. Pages take the contract's types, and never its schemas. */
const VALIDATOR = '$ZodType'

/** The scripts in pages contain no word of the gateway's protocol, and no validator. */
export const widgetBundle: Check = {
  name: 'the built tag knows no name of the gateway, and carries no validator',
  problems: () =>
    inScratch(async (folder) => {
      const failure = await buildWidget(folder)
      return failure ? [failure] : wordsIn(folder, [...EDGE_WORDS, VALIDATOR])
    }),
}
