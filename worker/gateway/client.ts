/** The edge's side of every exchange with the gateway: describe, sign, send, read. */
import { readFollowUp, readStart } from './acceptance.ts'
import { readCardInfoReply, readCardRefReply, readRecurringPaymentReply } from './card-reply.ts'
import { GatewayError } from './gateway-error.ts'
import type { ReplyKind } from './operation-row.ts'
import { type Input, type OperationName, operations } from './operations.ts'
import type { Acceptance, CardInfoReply, CardRefReply, RecurringPaymentReply, StatusReply } from './reply.ts'
import type { GatewayTarget, Values } from './request.ts'
import { SentNumbers } from './sent-values.ts'
import { type SigningSettings, signedRequest } from './signed-request.ts'
import { readStatusReply } from './status-reply.ts'
import type { ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply, Transport } from './transport.ts'

/** What a client needs to know of one gateway. */
export interface GatewaySettings extends SigningSettings {
  readonly threeDs: ThreeDsVocabulary
}

/** What each kind of reply is read as. */
interface Replies {
  async: Acceptance
  form: Acceptance
  'card-ref': CardRefReply
  'card-info': CardInfoReply
  'recurring-payment': RecurringPaymentReply
}

/** All operations but the question for the status, which needs to know the currency. */
export type CallName = Exclude<OperationName, 'status'>

/** What an operation is answered. */
export type ReplyOf<Name extends CallName> = Replies[(typeof operations)[Name]['reply']]

/**
 * Calls to the gateway. Each sends once, and throws {@link GatewayError} where no usable answer came, or a `TypeError`
 * where the request could not be made and nothing left.
 */
export interface Gateway {
  /** Has an operation done. The table says what to do when the reply is lost; hardly any may be repeated. */
  call<Name extends CallName>(name: Name, to: GatewayTarget, input: Input<Name>): Promise<ReplyOf<Name>>
  /** Asks where a transaction stands. Harmless, however often. */
  status(to: GatewayTarget, input: Input<'status'>, exponent: number): Promise<StatusReply>
}

/**
 * Makes a client of one gateway.
 *
 * @param numbers What the requests of the same order sent before; those of this client join.
 */
export function gatewayClient(
  settings: GatewaySettings,
  send: Transport,
  numbers = new SentNumbers(),
): Gateway {
  const exchange = async (name: OperationName, to: GatewayTarget, input: Values): Promise<RawReply> => {
    const request = await signedRequest(name, to, input, settings)
    const sent = numbers.of(input)
    return { ...(await send(request)), sent }
  }

  return {
    call: async <Name extends CallName>(name: Name, to: GatewayTarget, input: Input<Name>) => {
      const raw = await exchange(name, to, input as Values)
      return understood(() => readReply(operations[name], raw, settings), name) as ReplyOf<Name>
    },
    status: async (to, input, exponent) => {
      const raw = await exchange('status', to, input)
      return understood(() => readStatusReply(raw, exponent, settings.threeDs), 'status')
    },
  }
}

type CallReply = Exclude<ReplyKind, 'status'>

/** How each kind of reply is read; one that says whether a request was taken depends on what it did. */
const READERS: {
  readonly [Kind in CallReply]: (
    raw: RawReply,
    row: { readonly starts: boolean; readonly threeDs: ThreeDsVocabulary },
  ) => Replies[Kind] | undefined
} = {
  async: (raw, { starts, threeDs }) => (starts ? readStart(raw, threeDs) : readFollowUp(raw, threeDs)),
  form: (raw) => readStart(raw),
  'card-ref': readCardRefReply,
  'card-info': readCardInfoReply,
  'recurring-payment': readRecurringPaymentReply,
}

const readReply = (
  { reply, starts }: { reply: CallReply; starts: boolean },
  raw: RawReply,
  { threeDs }: GatewaySettings,
) => READERS[reply](raw, { starts, threeDs })

/** Whatever goes wrong from here on, the request has left: nothing may look like a request that never did. */
function understood<Reply>(read: () => Reply | undefined, name: OperationName): Reply {
  let reply: Reply | undefined
  try {
    reply = read()
  } catch (cause) {
    throw new GatewayError('garbled', name, cause)
  }
  if (reply === undefined) throw new GatewayError('garbled', name)
  return reply
}
