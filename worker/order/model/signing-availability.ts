/** Whether there is a key to sign with, found out before anything is stored or sent. Pure. */
import type { Way } from '../../../shared/order-view.ts'
import type { Config } from '../../config/config.ts'
import { schemeOf } from '../../gateway/operation-row.ts'
import { type OperationName, operations } from '../../gateway/operations.ts'
import { cardRefOperation, operationsOf } from './methods.ts'

type KeySettings = Pick<Config, 'GATEWAY_PRIVATE_KEY' | 'GATEWAY_PROFILE'>

/** Whether an operation can be signed: what RSA signs needs `GATEWAY_PRIVATE_KEY`, which may be missing. */
export const isSignable = (name: OperationName, { GATEWAY_PRIVATE_KEY, GATEWAY_PROFILE }: KeySettings) =>
  GATEWAY_PRIVATE_KEY !== undefined || schemeOf(operations[name], GATEWAY_PROFILE.schemes) !== 'rsa-sha256'

/** Whether every attempt that is made in this way can be signed. */
export const isSignableWay = (way: Way, config: KeySettings) =>
  operationsOf(way).every((name) => isSignable(name, config))

/** Whether the references that shoppers agree to can be signed for. */
export const isKeepingSignable = (config: KeySettings) =>
  isSignable(cardRefOperation(config.GATEWAY_PROFILE.keptCard), config)
