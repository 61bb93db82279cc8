/** The gateway client. Every call describes, signs and sends a request, and reads the reply. */
import { readFollowUp, readStart } from './accepted-reply.ts'
import { readCardInfoReply, readCardRefReply, readRecurringPaymentReply } from './card-reply.ts'
import { GatewayError } from './gateway-error.ts'
import { isMisnamed } from './misnamed-reply.ts'
import type { ReplyKind } from './operation-row.ts'
import { type Input, type OperationName, operations } from './operations.ts'
import type { Acceptance, CardInfoReply, CardRefReply, RecurringPaymentReply, StatusReply } from './reply.ts'
import type { GatewayTarget, Values } from './request.ts'
import { SentNumbers } from './sent-values.ts'
import { type SigningSettings, signedRequest } from './signed-request.ts'
import { readStatusReply } from './status-reply.ts'
import type { ThreeDsVocabulary } from './three-ds-step.ts'
import type { RawReply, Transport } from './transport.ts'

/** The settings of one gateway. */
export interface GatewaySettings extends SigningSettings {
  readonly threeDs: ThreeDsVocabulary
}

/** Kind of reply → its type. */
interface Replies {
  async: Acceptance
  form: Acceptance
  'card-ref': CardRefReply
  'card-info': CardInfoReply
  'recurring-payment': RecurringPaymentReply
}

/** All operations but `status`, which needs the currency's decimals. */
export type CallName = Exclude<OperationName, 'status'>

/** The reply of an operation. */
type ReplyOf<Name extends CallName> = Replies[(typeof operations)[Name]['reply']]

/**
 * Calls to the gateway. Each sends once. It throws {@link GatewayError} if no usable reply came, and `TypeError` if the
 * request could not be made and nothing was sent.
 */
export interface Gateway {
  /** Calls an operation. The table says what to do if the reply is lost; few operations may be repeated. */
  call<Name extends CallName>(name: Name, to: GatewayTarget, input: Input<Name>): Promise<ReplyOf<Name>>
  /** Asks for the status of a transaction. Repeating is harmless. */
  status(to: GatewayTarget, input: Input<'status'>, exponent: number): Promise<StatusReply>
}

/**
 * Makes a client of one gateway.
 *
 * @param numbers Card and account numbers that earlier requests of the same order sent. Calls add theirs.
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
      const read = () =>
        isMisnamed(raw, nameIn(input)) ? undefined : readReply(operations[name], raw, settings)
      return understood(read, name) as ReplyOf<Name>
    },
    status: async (to, input, exponent) => {
      const raw = await exchange('status', to, input)
      return understood(() => {
        const reply = readStatusReply(raw, exponent, settings.threeDs)
        // The order itself judges whose a report is. An error says nothing of this order where it names another.
        return reply?.kind === 'error' && isMisnamed(raw, input.clientOrderId) ? undefined : reply
      }, 'status')
    },
  }
}

/** The merchant's name in a request. A few operations have none. */
const nameIn = ({ clientOrderId }: Values): string | undefined =>
  typeof clientOrderId === 'string' ? clientOrderId : undefined

type CallReply = Exclude<ReplyKind, 'status'>

/** Kind of reply → reader. That of `async` depends on whether the operation starts a transaction. */
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

/** The request has been sent by now, so an error of the reader must not look as if it had not. */
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
