/** Whatever order and pace a thief chooses, 50 networks get 60 tries through at most. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { furtherCard, furtherCardIn, furtherForm, noted, QUIET, type TallyState } from './edge-tally.ts'
import { NETWORK_WINDOW_MS, NetworkBudget } from './network-budget.ts'
import { Tries } from './tries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const START = 1_800_000_000_000
const NETWORKS = 50

/** One try of the thief: from which network, how, how long after the one before, and when its failure is known. */
interface Tested {
  readonly network: number
  readonly kind: 'card' | 'form'
  readonly order: number
  readonly pauseMs: number
  readonly declineMs: number
}

const tested = (longestPauseMs: number, kinds: readonly Tested['kind'][]) =>
  fc.record<Tested>({
    network: fc.nat(NETWORKS - 1),
    kind: fc.constantFrom(...kinds),
    order: fc.nat(3),
    pauseMs: fc.nat(longestPauseMs),
    declineMs: fc.nat(10 * SECOND),
  })

/** The edge's pure decisions without its objects: how many tries are let in, and after how many milliseconds the last came. */
function letIn(tries: readonly Tested[], reserve: number) {
  const networks = Array.from({ length: NETWORKS }, () => new NetworkBudget(new Tries([], NETWORK_WINDOW_MS)))
  let [edge, now, count] = [QUIET, START, 0]
  let failures: readonly number[] = []
  for (const { network, kind, order, pauseMs, declineMs } of tries) {
    now += pauseMs
    const known = failures.filter((at) => at <= now)
    failures = failures.filter((at) => at > now)
    edge = known.reduce<TallyState>((state, at) => noted(state, { bad: 1, good: 0 }, at), edge)
    const budget = networks[network]
    const name = `order-${network}-${order}`
    const wish = { kind, order: name, isChecked: false, limit: 1 } as const
    const verdict = budget?.verdict(wish, now)
    const card = verdict?.type === 'ask' && kind === 'card' ? furtherCard(edge, reserve, now) : undefined
    const form = verdict?.type === 'ask' && kind === 'form' ? furtherForm(edge, now) : undefined
    edge = card ?? form?.state ?? edge
    if (form && form.at > now) budget?.queue(name, form.at)
    if (verdict?.type === 'ask' && kind === 'card' && !card)
      budget?.denied(wish, furtherCardIn(edge, { reserve, threshold: 120 }, now), now)
    if (verdict?.type !== 'in' && !card && !(form && form.at <= now)) continue
    const mark = kind === 'form' && ({ isForm: true } as const)
    budget?.enter({ ticket: `${count}`, at: now, state: 'open', ...mark }, name)
    count += 1
    if (kind === 'card') failures = [...failures, now + declineMs]
  }
  return { count, tookMs: now - START }
}

it.each([
  ['by card, as fast as it goes', 10, ['card']],
  ['by card, over ten minutes', 600, ['card']],
  ['by card and form, as fast as it goes', 10, ['card', 'form']],
  ['by card and form, within a minute', 60, ['card', 'form']],
] as const)('%s', (_, longestPauseMs, kinds) => {
  fc.assert(
    fc.property(fc.array(tested(longestPauseMs, kinds), { minLength: 1000, maxLength: 1000 }), (tries) => {
      const { count, tookMs } = letIn(tries, 4)

      expect(tookMs).toBeLessThan(10 * MINUTE)
      expect(count).toBeLessThanOrEqual(60)
    }),
    { numRuns: 30, seed: 1 },
  )
})

it('would not be so without the common reserve', () => {
  const patient = Array.from(
    { length: 1000 },
    (_, at): Tested => ({
      network: at % NETWORKS,
      kind: 'card',
      order: 0,
      pauseMs: 500,
      declineMs: 0,
    }),
  )

  expect(letIn(patient, 4).count).toBeLessThanOrEqual(60)
  expect(
    letIn(
      patient.map((one) => ({ ...one, declineMs: MINUTE * 60 })),
      10_000,
    ).count,
  ).toBeGreaterThan(500)
})

it('by card, two a second for an hour, gets no more than 80 through', () => {
  const all = Array.from(
    { length: 7200 },
    (_, at): Tested => ({
      network: (at * 7) % NETWORKS,
      kind: 'card',
      order: 0,
      pauseMs: SECOND / 2,
      declineMs: 3 * SECOND,
    }),
  )

  expect(letIn(all, 4).count).toBeLessThanOrEqual(80)
})
