import { DurableObject } from 'cloudflare:workers'
import type { Customer } from '../../shared/customer.ts'
import type {
  CardReference,
  MerchantOrderView,
  OrderName,
  OrderView,
  RefreshedOrderView,
} from '../../shared/order-view.ts'
import { type Result, refused } from '../../shared/result.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { OrderTerms } from '../domain/terms.ts'
import { keepAlarm } from '../lasting-alarm.ts'
import type { PaymentRequest } from './attempt-start.ts'
import { createCardReference } from './card-tokens.ts'
import {
  cancelForMerchant,
  declareNotAccepted,
  eraseShopper,
  findOpened,
  findTried,
  type NamedRequest,
  type OpenedOrder,
  openUnlessSoldOut,
  removeCard,
  revokeTokens,
  type SoldBefore,
} from './commands.ts'
import type { OrderContext } from './context.ts'
import { makeContext, type OrderEnv, PRODUCTION } from './context-setup.ts'
import { runDueJobs } from './due-jobs.ts'
import {
  type DecisionRequest,
  decideOnFollowUp,
  type FollowUpRequest,
  type FollowUpResult,
  requestFollowUp,
} from './follow-ups.ts'
import { type GatewayNotice, receiveNotice } from './gateway-notices.ts'
import { answerPings, type Viewer } from './live.ts'
import { isListed } from './model/index-entry.ts'
import type { Step } from './model/state.ts'
import type { StepAnswer } from './model/three-ds-answer-validation.ts'
import type { IssuedAt } from './model/token-revocation.ts'
import { renewReservation } from './offer-reservation.ts'
import { type Charge, charge, checkOut, pay } from './payments.ts'
import { readCustomer } from './personal-data.ts'
import { follow, type Looking, merchantResponse, type OrderSnapshot, snapshot } from './queries.ts'
import { changeExpiry, type ExpiryRequest, keepNote, noteSent, type SentRequest } from './remarks.ts'
import { refreshRestored } from './restored-order.ts'
import { type MailRequest, requestMail } from './shopper-mail-requests.ts'
import { endMethodInTime, openStep, receiveAnswer } from './three-ds.ts'
import { cancelFor, exchangeLink, renewLink, withToken } from './token-calls.ts'
import { framedForm, type ReturnTarget, returnTarget } from './views/return-target.ts'

/**
 * One order: the only place where its state is decided, stored and announced. Nothing is written before it is opened.
 *
 * The class only lists the calls that other objects and routes may make; each is carried out by a function of the
 * order's context, which sees to it that work of one kind does not overlap.
 */
export class Order extends DurableObject<OrderEnv> {
  readonly #context: OrderContext

  constructor(ctx: DurableObjectState, env: OrderEnv, hooks = PRODUCTION) {
    super(ctx, env)
    this.#context = makeContext(ctx, env, hooks)
    answerPings(ctx)
  }

  /**
   * Opens the order, or finds it open. Repeating it with the same terms is harmless.
   *
   * @param customer The shopper's data; joins what is known already.
   */
  async open(terms: OrderTerms, customer?: Customer): Promise<Result<OpenedOrder, Refusal>> {
    return openUnlessSoldOut(this.#context, terms, customer)
  }

  /**
   * Opens the order and starts its first attempt, or joins the one that it has. Repeating it with the same terms is
   * harmless, also with another request; a refusal leaves no order.
   */
  async checkOut(terms: OrderTerms, request: PaymentRequest): Promise<Result<OpenedOrder, Refusal>> {
    return checkOut(this.#context, terms, request)
  }

  /** Finds the order of goods that may not be sold any more, if something was tried in it. Writes nothing. */
  async findTried(sold: readonly SoldBefore[]): Promise<Result<OpenedOrder, Refusal> | undefined> {
    return findTried(this.#context, sold)
  }

  /** Finds the order of a product under its key, also where the catalogue says something else now. Writes nothing. */
  async findOpened(
    asked: Pick<OrderTerms, 'offer' | 'chosen'>,
  ): Promise<Result<OpenedOrder, Refusal> | undefined> {
    return findOpened(this.#context, asked)
  }

  /**
   * Opens the order and makes its only attempt, for a merchant's server. Waits for the gateway's answer to the request,
   * not for the outcome. Repeating it with the same terms is harmless: it answers how things stand.
   */
  async charge(terms: OrderTerms, request: Charge): Promise<Result<MerchantOrderView, Refusal>> {
    return charge(this.#context, terms, request)
  }

  /**
   * Shows the order, and when to ask again. Writes nothing, but who read the shopper's data.
   *
   * @param issuedAt When the caller's token was issued; absent for a caller without one. So in the other calls.
   * @param reader Name of a merchant key that may read the shopper's data. A Worker of an older version names none.
   * @param exchange Names the exchange of the order's link that the caller's token comes from. So in the other calls.
   * @returns `undefined` if it was never opened.
   */
  async snapshot(
    viewer: Viewer = 'pay',
    issuedAt?: IssuedAt,
    who: Omit<Looking, 'issuedAt'> = {},
  ): Promise<OrderSnapshot | undefined> {
    return snapshot(this.#context, viewer, { issuedAt, ...who })
  }

  /**
   * The shopper's data, for a merchant key that may read it; noted as {@link snapshot} does.
   *
   * @param by Name of the merchant key.
   * @returns `undefined` where nothing is known, or no more.
   */
  async readCustomer(by: string): Promise<Customer | undefined> {
    return readCustomer(this.#context.record, by)
  }

  /**
   * A merchant gives the link of a payment request out again. Repeating it is harmless.
   *
   * @param by Name of the merchant key.
   * @param key Number of the key of tokens under which the link is made.
   */
  async renewLink(by: string, key: string): Promise<Result<OrderSnapshot, Refusal>> {
    return renewLink(this.#context, by, key)
  }

  /**
   * A person clicked on the page of the order's link. Repeating it is harmless.
   *
   * @param exchange Names the exchange.
   */
  async exchangeLink(exchange: string, issuedAt: number): Promise<Result<OpenedOrder, Refusal>> {
    return exchangeLink(this.#context, { exchange, issuedAt })
  }

  /**
   * Starts an attempt, or joins the one that the same key started.
   *
   * The intent is stored and the view answered, at once or once the gateway replied; the request to the gateway is never
   * sent again.
   */
  async pay(
    request: PaymentRequest,
    issuedAt?: IssuedAt,
    exchange?: string,
  ): Promise<Result<OrderView, Refusal>> {
    const asked = exchange === undefined ? request : { ...request, exchange }
    return withToken(this.#context, { issuedAt, exchange }, () => pay(this.#context, asked))
  }

  /**
   * The shopper goes on with the hosted form that is open: the reservation of a limited offer is renewed, once.
   *
   * @param ip Where the shopper is.
   */
  async continuePayment(
    ip: string,
    issuedAt?: IssuedAt,
    exchange?: string,
  ): Promise<Result<OrderView, Refusal>> {
    return withToken(this.#context, { issuedAt, exchange }, () => renewReservation(this.#context, ip))
  }

  /**
   * Cancels the order; for an exchange of its link, the attempt alone. An approval that still comes is given back. Repeating it
   * is harmless.
   */
  async cancel(issuedAt?: IssuedAt, exchange?: string): Promise<Result<OrderView, Refusal>> {
    return withToken(this.#context, { issuedAt, exchange }, () => cancelFor(this.#context, exchange))
  }

  /** Takes a saved card out of the session, by its handle. Repeating it is harmless. */
  async removeCard(handle: string, issuedAt?: IssuedAt): Promise<Result<OrderView, Refusal>> {
    return withToken(this.#context, { issuedAt }, () => removeCard(this.#context, handle))
  }

  /**
   * Cancels the order for its merchant, unless the shopper may be paying just now. Repeating it is harmless.
   *
   * @param by Name of the merchant key.
   */
  async cancelForMerchant(by: string): Promise<Result<MerchantOrderView, Refusal>> {
    return cancelForMerchant(this.#context, by)
  }

  /** Captures, voids or refunds the payment, or pays out what was checked, once per key. */
  async followUp(request: FollowUpRequest): Promise<FollowUpResult> {
    return requestFollowUp(this.#context, request)
  }

  /**
   * Another key decides on a follow-up that is above the limits of the key which asked for it: it goes out, or ends. Repeating
   * it is harmless.
   */
  async decideOnFollowUp(request: DecisionRequest): Promise<FollowUpResult> {
    return decideOnFollowUp(this.#context, request)
  }

  /**
   * Asks the gateway now about everything that may still change, and says whether there was anything. Refused where the
   * gateway answers none of it.
   */
  async refresh(): Promise<Result<RefreshedOrderView, Refusal>> {
    return refreshRestored(this.#context)
  }

  /**
   * Takes a merchant's word that the gateway never took the request in doubt, so that it may be tried again. Recorded.
   *
   * @param by Name of the merchant key.
   * @param named What the merchant believes to be in doubt. A Worker of an older version does not tell it.
   */
  async declareNotAccepted(
    by: string,
    named: NamedRequest = {},
  ): Promise<Result<MerchantOrderView, Refusal>> {
    return declareNotAccepted(this.#context, by, named)
  }

  /**
   * Notifies the merchant of the present state, and again of notifications that were given up. Answers before it sends.
   *
   * @param by Name of the merchant key. A Worker of an older version does not tell it, here and below.
   * @param endpoint The only endpoint that is notified, by its id. Default: all.
   */
  async resend(by?: string, endpoint?: string): Promise<Result<MerchantOrderView, Refusal>> {
    const { record } = this.#context
    if (record.state && !record.notifier.resend(by, endpoint)) return refused({ code: 'endpoint-gone' })
    return merchantResponse(this.#context)
  }

  /** Mails the shopper for the merchant, once per key. Answers before it sends. */
  async mailShopper(request: MailRequest): Promise<Result<MerchantOrderView, Refusal>> {
    return requestMail(this.#context, request)
  }

  /**
   * Keeps the merchant's note about the order. Repeating it is harmless.
   *
   * @param text Empty to take the note away.
   * @param by Name of the merchant key.
   */
  async keepNote(text: string, by: string): Promise<Result<MerchantOrderView, Refusal>> {
    return keepNote(this.#context, text, by)
  }

  /** Notes that the goods were sent, once per key. */
  async noteSent(request: SentRequest): Promise<Result<MerchantOrderView, Refusal>> {
    return noteSent(this.#context, request)
  }

  /** Moves the end of a payment request, once per key. An attempt under way goes on. */
  async changeExpiry(request: ExpiryRequest): Promise<Result<MerchantOrderView, Refusal>> {
    return changeExpiry(this.#context, request)
  }

  /**
   * Notes that another order asks for the payment again. Repeating it is harmless.
   *
   * @param by Name of the merchant key that opened the other order.
   */
  async noteFollowing(order: OrderName, by: string): Promise<void> {
    if (this.#context.record.state) this.#context.record.apply({ type: 'followed', order, by })
  }

  /**
   * Erases the shopper's data, once nothing is under way. The payments stay. Repeating it is harmless.
   *
   * @param by Name of the merchant key.
   */
  async erase(by?: string): Promise<Result<MerchantOrderView, Refusal>> {
    return eraseShopper(this.#context, by)
  }

  /**
   * Ends the order's tokens, and closes the sockets that they opened. Repeating it is harmless.
   *
   * @param by Name of the merchant key.
   */
  async revokeTokens(by: string): Promise<Result<MerchantOrderView, Refusal>> {
    return revokeTokens(this.#context, by)
  }

  /**
   * Has the gateway store the payment's card. The same version is created once, and answered again.
   *
   * @param by Name of the merchant key.
   */
  async createCardReference(
    version: CardReference['version'],
    by?: string,
  ): Promise<Result<CardReference, Refusal>> {
    return createCardReference(this.#context, version, by)
  }

  /**
   * The step of 3-D Secure that an attempt waits for, and where its browser belongs if there is none. The caller sends a
   * browser there, which is noted once.
   */
  async openStep(number: number): Promise<(ReturnTarget & { readonly step?: Step }) | undefined> {
    return openStep(this.#context, number)
  }

  /** The form that a frame of an attempt is to show, and where its browser belongs if there is none. Writes nothing. */
  async openForm(number: number): Promise<(ReturnTarget & { readonly form?: string }) | undefined> {
    const { state } = this.#context.record
    const back = returnTarget(state, number)
    const form = framedForm(state, number)
    return back && form ? { ...back, form } : back
  }

  /** Hands a bank's answer on. @returns Where the browser belongs; `undefined` if there is no such attempt. */
  async answerStep(answer: StepAnswer): Promise<ReturnTarget | undefined> {
    return receiveAnswer(this.#context, answer)
  }

  /** A page reports that a Method page's time is over, which the order's own clock has to confirm. Repeating is harmless. */
  async endMethod(issuedAt?: IssuedAt, exchange?: string): Promise<Result<OrderView, Refusal>> {
    return withToken(this.#context, { issuedAt, exchange }, () => endMethodInTime(this.#context))
  }

  /**
   * Writes the order's entry in the index of orders again. An erased order leaves an index that was restored, or that an
   * older version could not take it out of.
   *
   * @returns `false` if there is nothing to list.
   */
  async reindex(): Promise<boolean> {
    const { record } = this.#context
    if (!record.state) return false
    record.renumber()
    if (!isListed(record.state)) {
      if (record.state.tombstone) await record.listing.remove()
      return false
    }
    // A version without an erasure set no alarm for it.
    record.rearm()
    await record.listing.repair()
    return true
  }

  /**
   * Notes that something happened at the gateway, and asks about it soon. The notice's content decides nothing.
   *
   * @returns Where the browser belongs, once the notice is stored; `undefined` if there is no such attempt.
   */
  async receiveNotice(notice: GatewayNotice): Promise<ReturnTarget | undefined> {
    return receiveNotice(this.#context, notice)
  }

  /** Follows the order live. The route checked the token, and puts into the address how far it reaches. */
  override async fetch(request: Request): Promise<Response> {
    return follow(this.ctx, this.#context, { address: new URL(request.url), now: Date.now() })
  }

  /** Pages only listen: a client that sends data is not our tag. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(1008)
  }

  /** A page that leaves gets a proper goodbye; without one it would see an abnormal end. */
  override webSocketClose(socket: WebSocket): void {
    socket.close()
  }

  /** Does the jobs that are due. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await keepAlarm(this.ctx.storage, info)
    await runDueJobs(this.#context, info?.scheduledTime)
  }
}
