/** Safeguards of the edge against strangers, each taken away once: which change does so, and which tests must notice. */

/** A change of one file that removes a safeguard. */
export interface Mutant {
  /** What is missing then, as the threat model has it. */
  readonly safeguard: string
  readonly file: string
  /** Occurs once in the file. */
  readonly find: string
  readonly replace: string
  /** Test files within `worker/`, of which one at least must fail. */
  readonly tests: readonly string[]
}

const mutant = (
  [safeguard, file]: readonly [safeguard: string, file: string],
  [find, replace]: readonly [find: string, replace: string],
  ...tests: readonly string[]
): Mutant => ({ safeguard, file: `worker/${file}`, find, replace, tests })

const STRANGERS = 'order/stories/strangers.test.ts'
const ATTEMPTS = 'order/attempt-limits.test.ts'
const TOKENS = 'credentials/order-tokens.test.ts'
const OFFERS = 'credentials/offer-verification.test.ts'
const SERVE = 'routes/serve.test.ts'

/** Of each row of the threat model's tables that lies in `worker/limits`, `worker/credentials` or `worker/routes`. */
export const MUTANTS: readonly Mutant[] = [
  mutant(
    ['a network is a /24', 'domain/address-prefix.ts'],
    ["mapped.replace(/\\.\\d+$/, '.0')", 'mapped'],
    'domain/address-prefix.test.ts',
  ),
  mutant(
    ['a network holds its share of an offer', 'order/model/network-share.ts'],
    ['held + units > shareOf(unsold)', 'held + units > unsold'],
    'order/model/network-share.test.ts',
  ),
  mutant(
    ['what was wasted is waited for', 'order/unit-counter.ts'],
    ['if (reservation && !isUnused) this.#waste', 'if (!reservation && isUnused) this.#waste'],
    STRANGERS,
  ),
  mutant(
    ['a network that wasted some cannot renew', 'order/offer-reservation.ts'],
    ['if (await mayRenew(context, state, ip))', 'if (context)'],
    STRANGERS,
  ),
  mutant(
    ['much waste asks for a bot check', 'order/unit-counter.ts'],
    ["if (request.check === 'open' && this.#needsCheck(wish, now))", 'if (order === undefined)'],
    STRANGERS,
  ),
  mutant(
    ['a network holds ten offers', 'limits/hold-ledger.ts'],
    ['const OFFERS = 10', 'const OFFERS = 20'],
    'limits/hold-ledger.test.ts',
  ),
  mutant(
    ['the network is asked', 'order/offer-reservation.ts'],
    ["if (verdict !== 'granted') return", 'if (verdict === undefined) return'],
    STRANGERS,
  ),
  mutant(
    ['a withdrawn later line is not paid', 'order/attempt-start.ts'],
    ['offerLines(terms).find(', 'offerLines(terms).slice(0, 1).find('],
    'order/payments.test.ts',
  ),
  mutant(
    ['failures count for every offer of a cart', 'order/attempt-limits.ts'],
    [
      'offerLines(terms).map(({ offer }) => offer)',
      'offerLines(terms).slice(0, 1).map(({ offer }) => offer)',
    ],
    ATTEMPTS,
  ),
  mutant(
    ['a try is counted by its card', 'limits/asked-budgets.ts'],
    ["card && budgetName(config, 'card', card)", "card && budgetName(config, 'card', card + Math.random())"],
    ATTEMPTS,
  ),
  mutant(
    ['a try is counted by its e-mail address', 'limits/asked-budgets.ts'],
    ['email.trim().toLowerCase()', 'email + Math.random()'],
    ATTEMPTS,
  ),
  mutant(
    ['a try is counted by its network', 'limits/asked-budgets.ts'],
    ['networkPrefix(ip)', 'networkPrefix(ip) + Math.random()'],
    ATTEMPTS,
  ),
  mutant(
    ['a try that one budget refuses leaves the others', 'limits/limiter.ts'],
    ["await this.settle(receipt, 'unused')", ''],
    'order/stories/limiter-calls.test.ts',
  ),
  mutant(
    ['a budget that answers late keeps no refused try', 'limits/limiter.ts'],
    ['if (!entry) void this.#leave(name, answer)', ''],
    'order/stories/limiter-calls.test.ts',
  ),
  mutant(
    ['budgets hear of failures', 'limits/receipt.ts'],
    ["outcome === 'unused' || !isOfNetwork(name)", "outcome === 'unused'"],
    'limits/receipt.test.ts',
    'order/stories/sleeping-limits.test.ts',
  ),
  mutant(
    ['an order takes few cards', 'limits/limiter.ts'],
    ["if (own.type !== 'within') return", 'if (own.type === undefined) return'],
    ATTEMPTS,
  ),
  mutant(
    ['card entry closes under attack', 'limits/limiter.ts'],
    ["if (card.type !== 'within') return", 'if (card.type === undefined) return'],
    ATTEMPTS,
  ),
  mutant(
    ['the networks have one common reserve', 'limits/edge-tally.ts'],
    ['recent.length >= reserve + creditOf(state, now)', 'recent.length < 0'],
    'limits/edge-tally.test.ts',
    'limits/card-testing.test.ts',
  ),
  mutant(
    ['further cards wait while many fail', 'limits/edge-tally.ts'],
    ['sumOf(state, now).bad < CALM_FAILURES + creditOf(state, now) && !state.episode', '!state.episode'],
    'limits/edge-tally.test.ts',
  ),
  mutant(
    ['few shoppers read reasons', 'limits/edge-tally.ts'],
    ['recent.length >= REASONS + creditOf(state, now)', 'recent.length < 0'],
    'limits/edge-tally.test.ts',
  ),
  mutant(
    ['a limiter that does not answer lets no card in', 'limits/limiter.ts'],
    ['entry ?? { standing: UNANSWERED }', 'entry ?? { standing: WITHIN }'],
    ATTEMPTS,
    'order/stories/sleeping-limits.test.ts',
    'order/stories/order-budgets.test.ts',
  ),
  mutant(
    ['a bot check is for one order', 'limits/bot-check.ts'],
    ['given.cdata === orderId &&', ''],
    'limits/bot-check.test.ts',
  ),
  mutant(
    ['a bot check is for one host', 'limits/bot-check.ts'],
    ['given.hostname === new URL(PUBLIC_URL).hostname &&', ''],
    'limits/bot-check.test.ts',
  ),
  mutant(
    ['a bot check has one action', 'limits/bot-check.ts'],
    ['given.action === CHECK_ACTION &&', ''],
    'limits/bot-check.test.ts',
  ),
  mutant(
    ['a bot check grows old', 'limits/bot-check.ts'],
    ['ageMs <= times.checkLife &&', ''],
    'limits/bot-check.test.ts',
  ),
  mutant(
    ['what a caller may send is counted', 'limits/coarse-limit.ts'],
    ['return success ? undefined : seconds', 'return undefined'],
    'limits/coarse-limit.test.ts',
    'routes/request-budget.test.ts',
  ),
  mutant(
    ['a token is for one order', 'credentials/order-tokens.ts'],
    ['typ: TYPE, subject: given.id, currentDate', 'typ: TYPE, currentDate'],
    TOKENS,
    'routes/operations/merchant-order/get-order.test.ts',
  ),
  mutant(
    ['a token has one algorithm and one type', 'credentials/order-tokens.ts'],
    ["algorithms: ['HS256'], typ: TYPE, ", ''],
    TOKENS,
  ),
  mutant(
    ['all tokens can be revoked', 'credentials/order-tokens.ts'],
    [
      "grant.issuedAt <= config.TOKENS_NOT_BEFORE * 1000 ? invalid('revoked') : accepted(grant)",
      'accepted(grant)',
    ],
    TOKENS,
    'routes/operations/edge/revoke-tokens.test.ts',
  ),
  mutant(
    ['a token of scope view does not pay', 'routes/authorize.ts'],
    ["  pay: ['pay'],", "  pay: ['pay', 'view', 'link'],"],
    TOKENS,
    SERVE,
    'routes/operations/shopper-order/pay-order.test.ts',
    'routes/authorize.test.ts',
  ),
  mutant(
    ['an offer is for one edge', 'credentials/offer-verification.ts'],
    ["if (verified.ok && verified.value.claims.aud !== config.PUBLIC_URL) return invalid('audience')", ''],
    OFFERS,
  ),
  mutant(
    ['an offer expires', 'credentials/offer-verification.ts'],
    ["if (claims.exp <= nowSeconds) return refused({ code: 'offer-expired' })", ''],
    OFFERS,
  ),
  mutant(
    ['an offer can be withdrawn', 'credentials/offer-verification.ts'],
    ['if (isWithdrawn(config, { item: claims.item, offeredAt: claims.iat * 1000 }))', 'if (!claims)'],
    OFFERS,
    'routes/operations/offers/checkout.test.ts',
  ),
  mutant(
    ['a frame tells whose page it is in', 'routes/operations/offers/checkout.ts'],
    ["return isFrame ? (origin ?? 'null') : origin", 'return origin'],
    'routes/operations/offers/checkout-pay.test.ts',
  ),
  mutant(
    ['the page around a frame is checked', 'routes/sale-body.ts'],
    ["[c.req.header('Origin'), around]", "[c.req.header('Origin')]"],
    'routes/operations/offers/checkout-pay.test.ts',
  ),
  mutant(
    ['a second tab starts no second attempt', 'order/model/payment-admission.ts'],
    ["if (isFirst && state.attempts.length > 0) return 'joins'", ''],
    'order/stories/paying-checkouts.test.ts',
  ),
  mutant(
    ['a lost answer is found once the offer is over', 'routes/operations/offers/checkout.ts'],
    ['(await answerKnown(c, { body, key }, terms.reason)) ??', ''],
    'routes/operations/offers/checkout-tried.test.ts',
  ),
  mutant(
    ['goods that are over are found by their own page alone', 'routes/operations/offers/checkout.ts'],
    ['if (!goods || !isSold(c, goods, pageAround(c, body)))', 'if (!goods)'],
    'routes/operations/offers/checkout-tried.test.ts',
  ),
  mutant(
    ['goods that are over are looked for where orders are', 'routes/operations/offers/checkout.ts'],
    ['if (misplaced) return problem(c, misplaced)\n  const id', 'const id'],
    'routes/order-place.test.ts',
  ),
  mutant(
    ['who looks for an order hands it no card', 'credentials/sale.ts'],
    ['const choice = choiceIn(rest)', 'const choice = rest'],
    'routes/operations/offers/checkout-tried.test.ts',
  ),
  mutant(
    ['a start that takes long is no untried order', 'order/commands.ts'],
    ['attempts.length) return isKnown ? undefined : refused(STARTING)', 'attempts.length) return undefined'],
    'order/stories/paying-checkouts.test.ts',
  ),
  mutant(
    ['an attempt in an order of a product asks the catalogue', 'order/attempt-start.ts'],
    ['if (unsold) return refused(unsold)', ''],
    'order/product-check.test.ts',
  ),
  mutant(
    ['an order of a product keeps its price', 'domain/same-terms.ts'],
    ['productLines(known).length > 0 ? areSameProducts(known, given) : ', ''],
    'order/product-check.test.ts',
  ),
  mutant(
    ['the sum that the shopper saw is compared', 'routes/operations/offers/checkout.ts'],
    ['return wrong ? refused(wrong) : terms', 'return terms'],
    'routes/operations/offers/checkout-product.test.ts',
  ),
  mutant(
    ['nobody overwrites what they have not seen', 'catalogue/catalogue.ts'],
    ["if (product.version !== version) return refused({ code: 'product-changed', product })", ''],
    'catalogue/catalogue.test.ts',
  ),
  mutant(
    ['who asks learns of an attempt being started', 'order/commands.ts'],
    ['  await startEnded(context)\n  const soldOut', '  const soldOut'],
    'order/stories/paying-checkouts.test.ts',
  ),
  mutant(
    ['a refusal forgets a tentative order', 'order/offer-reservation.ts'],
    ['if (record.state?.isTentative) return record.forget()', ''],
    'order/stories/paying-checkouts.test.ts',
  ),
  mutant(
    ['an order that died tentative is forgotten', 'order/model/schedule.ts'],
    ['if (isTentative && !holdsUnits) return updatedAt', ''],
    'order/stories/paying-checkouts.test.ts',
  ),
  mutant(
    ['a key decides its algorithm', 'credentials/offer-verification.ts'],
    ['if (!key || !fits(key, named.alg))', 'if (!key)'],
    OFFERS,
  ),
  mutant(
    ['digests of keys are compared in constant time', 'credentials/merchant-keys.ts'],
    ['crypto.subtle.timingSafeEqual(bytes(digest), given)', 'digest === new TextDecoder().decode(given)'],
    'credentials/merchant-keys.test.ts',
  ),
  mutant(
    ['a merchant key on a page is refused', 'routes/authorize.ts'],
    [
      "if (isForeignPage(c)) return refused({ code: 'origin-not-allowed', why: 'merchant key on a page' })",
      '',
    ],
    SERVE,
    'routes/cors.test.ts',
    'routes/operations/merchant-order/get-order.test.ts',
  ),
  mutant(
    ['a key has scopes', 'routes/authorize.ts'],
    ['if (enough.some((scope) => scopes.includes(scope))) return undefined', 'if (enough) return undefined'],
    SERVE,
  ),
  mutant(
    ['wrong keys are counted', 'routes/authorize.ts'],
    [
      "return spent ?? { code: 'token-invalid', why: 'merchant key' }",
      "return { code: 'token-invalid', why: 'merchant key' }",
    ],
    'routes/operations/desk/get-merchant-key.test.ts',
  ),
  mutant(
    ['merchant routes answer at one host', 'routes/own-host.ts'],
    [
      'if (isServedEverywhere(c.req.path) || isOwnHost(c.req.url, config)) return next()',
      'if (config) return next()',
    ],
    'routes/own-host.test.ts',
  ),
  mutant(
    ['a name occurs once in a body', 'routes/request-body.ts'],
    ["return hasRepeatedName(text) ? refused('repeated name') : accepted(value)", 'return accepted(value)'],
    'routes/repeated-names.test.ts',
    'routes/request-body.test.ts',
  ),
  mutant(
    ['a body has a size', 'routes/request-body.ts'],
    ['if (length <= most) continue', 'if (most) continue'],
    'routes/request-body.test.ts',
    'routes/app.test.ts',
  ),
  mutant(
    ['a body has a deadline', 'routes/request-body.ts'],
    ['await Promise.race([late, reader.read()])', 'await reader.read()'],
    'routes/request-body.test.ts',
  ),
  mutant(
    ['requests are budgeted', 'routes/serve.ts'],
    ['if (spent) return refused(spent)', ''],
    'routes/request-budget.test.ts',
  ),
  mutant(
    ['a key with limits has a day', 'limits/refund-ledger.ts'],
    ['if (this.#totalBeside(sum) + comparable(sum) > most) return false', ''],
    'limits/refund-ledger.test.ts',
  ),
  mutant(
    ['what a key gave back in a day is erased after it', 'limits/refund-count.ts'],
    ['if (isCounted) await this.#arm()', ''],
    'limits/refund-count.test.ts',
  ),
  mutant(
    ['the count has a sum back that is not sent', 'order/limited-follow-ups.ts'],
    ['if (!(await releaseCount(context, unsent))) return', ''],
    'order/limited-follow-ups-lost-count.test.ts',
  ),
  mutant(
    ['what an older version sent again is not sent by an approval', 'order/model/follow-ups.ts'],
    ['number === one.number || key === one.key', 'false'],
    'order/model/unsent-follow-ups.test.ts',
  ),
  mutant(
    ['the word of a key with limits frees nothing of its day', 'order/model/unsent-follow-ups.ts'],
    ['isFailed(status) && error?.declaredBy === undefined', 'isFailed(status)'],
    'order/model/unsent-follow-ups.test.ts',
  ),
  mutant(
    ['what a key with limits gets back to its day may have moved', 'order/key-count.ts'],
    ["if (isFreed) record.apply({ type: 'count-settled', number, counted: 'releasing' })", ''],
    'order/limited-follow-ups.test.ts',
  ),
  mutant(
    ['a key with limits approves nothing of its own', 'order/model/unsent-follow-ups.ts'],
    ['(unsent ?? sent)?.askedBy === by || ', ''],
    'order/model/unsent-follow-ups.test.ts',
  ),
]
