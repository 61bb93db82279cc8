import { expect, it } from 'vitest'
import { cartMinor, isProduct } from './cart-plan.ts'
import { faultRules, usualFaultRules } from './faults.ts'
import { KINDS } from './order-kinds.ts'
import { parseName, planOf } from './plan.ts'

const plans = Array.from({ length: 500 }, (_, index) => planOf(7, index + 1))

it('plans the same order for the same seed and number, and another for another seed', () => {
  expect(planOf(7, 42)).toEqual(plans[41])
  expect(planOf(8, 42)).not.toEqual(plans[41])
})

it('plans orders of every kind', () => {
  expect([...new Set(plans.map(({ kind }) => kind))].sort()).toEqual(Object.keys(KINDS).sort())
})

it('opens most hosted sales with a cart, of items that occur once, and prices it', () => {
  const sales = plans.filter(({ kind }) => kind === 'hosted sale')
  const carts = sales.flatMap(({ cart, ...plan }) => (cart ? [{ ...plan, cart }] : []))

  expect(carts.length).toBeGreaterThan(sales.length / 2)
  expect(carts.length).toBeLessThan(sales.length)
  for (const { cart, currency, amountMinor } of carts) {
    expect(new Set(cart.map(({ item }) => item)).size).toBe(cart.length)
    expect([currency, amountMinor]).toEqual(['EUR', cartMinor(cart)])
  }
})

it('changes products at every step, and sells them alone and beside offers', () => {
  const sales = plans.filter(({ cart }) => cart?.some(({ item }) => isProduct(item)))

  const steps = new Set(sales.flatMap(({ change }) => (change ? `${change.step} ${change.what}` : [])))

  expect(sales.length).toBeGreaterThan(plans.length / 10)
  expect(steps.size).toBeGreaterThan(9)
  expect(sales.filter(({ isSingle, cart }) => isSingle && cart?.length !== 1)).toEqual([])
  expect(sales.some(({ cart }) => cart?.some(({ item }) => !isProduct(item)))).toBe(true)
})

it('has a third of all 3-D Secure steps reported in the reply alone', () => {
  const reports = plans.flatMap(({ attempts }) => attempts.map(({ stepReport }) => stepReport))

  const share = reports.filter((one) => one === 'reply').length / reports.length

  expect(share).toBeGreaterThan(0.28)
  expect(share).toBeLessThan(0.38)
})

it('names no order so that another name begins with it, and reads its name back', () => {
  expect(new Set(plans.map(({ name }) => name.length)).size).toBe(1)
  expect(parseName(plans[41]?.name ?? '')).toEqual({ seed: 7, number: 42 })
  expect(parseName('order-1')).toBeUndefined()
})

it('never sends money out twice by a fault, and draws each fault for itself', () => {
  const rules = faultRules(7) as { operation: string; fault: string; seed: number }[]

  const twice = rules.filter(({ fault }) => fault === 'second-order').map(({ operation }) => operation)

  expect(twice.filter((operation) => /payout|transfer|return|void|\*/.test(operation))).toEqual([])
  expect(new Set(rules.map(({ seed }) => seed)).size).toBe(rules.length)
})

it('adds new faults after the others, so that these draw as they did', () => {
  const usual = usualFaultRules(7)

  expect(usual.length).toBeLessThan(faultRules(7).length)
  expect(faultRules(7).slice(0, usual.length)).toEqual(usual)
})

it('sends charges twice with every combination of lost callbacks and answers, in one lane alone', () => {
  const rules = faultRules(7) as {
    fault: string
    callbacks?: string
    consequence?: string
    clientOrderId?: string
  }[]
  const doubled = rules.filter(({ fault, callbacks }) => fault === 'second-order' && callbacks)

  const combinations = new Set(doubled.map(({ callbacks, consequence }) => `${callbacks} ${consequence}`))

  expect(combinations.size).toBe(16)
  expect(new Set(doubled.map(({ clientOrderId }) => clientOrderId))).toEqual(new Set(['c7-b']))
})
