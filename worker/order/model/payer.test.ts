import { describe, expect, it } from 'vitest'
import {
  customerFor,
  type KnownPayers,
  payingCustomer,
  upToDatePayer,
  withGiven,
  withTyped,
} from './payer.ts'

const ADA = { email: 'ada@example.com', name: 'Ada' }

/** Somebody typed it: on a page of the shop, or by the exchange of that name. */
type Step = readonly [by: 'shop' | 'page' | 'A' | 'B', typed: object]

const exchangeOf = (by: string | undefined) => (by === 'page' ? undefined : by)

const knownAfter = (...steps: readonly Step[]): KnownPayers =>
  steps.reduce<KnownPayers>(
    (known, [by, typed]) =>
      by === 'shop' ? withGiven(known, typed) : withTyped(known, typed, exchangeOf(by)),
    { customer: {}, ip: '203.0.113.9' },
  )

/** An order that this attempt paid, of attempts by these. */
const paid = (payment: number | undefined, ...by: readonly string[]) =>
  ({
    attempts: by.map((one) => (one === 'page' ? {} : { exchange: one })),
    ...(payment !== undefined && { payment }),
  }) as unknown as Parameters<typeof payingCustomer>[1]

const A = { email: 'a@example.com', name: 'A', phone: '12345' }
const B = { email: 'b@example.com' }

describe('the customer of an order', () => {
  it.each<[string, readonly Step[], ReturnType<typeof paid>, object]>([
    ['is whom the merchant gave, before anybody types', [['shop', ADA]], paid(undefined), ADA],
    [
      'is so, whatever is typed by the link without paying',
      [
        ['shop', ADA],
        ['A', A],
      ],
      paid(undefined, 'A'),
      ADA,
    ],
    [
      'is who typed on the shop’s page, before anybody pays',
      [
        ['shop', ADA],
        ['page', B],
      ],
      paid(undefined, 'page'),
      { ...ADA, ...B },
    ],
    [
      'is who paid by the link',
      [
        ['shop', ADA],
        ['A', A],
      ],
      paid(1, 'A'),
      A,
    ],
    [
      'is who paid, over what the merchant gave',
      [
        ['shop', ADA],
        ['B', B],
      ],
      paid(1, 'B'),
      { ...ADA, ...B },
    ],
    [
      'is who paid, and no part of who typed before',
      [
        ['shop', ADA],
        ['A', A],
        ['B', B],
      ],
      paid(2, 'A', 'B'),
      { ...ADA, ...B },
    ],
    [
      'is who paid, and no part of who typed since',
      [
        ['shop', ADA],
        ['A', A],
        ['B', B],
      ],
      paid(1, 'A', 'B'),
      A,
    ],
    [
      'is whom the merchant gave, where who paid typed nothing',
      [
        ['shop', ADA],
        ['A', A],
      ],
      paid(2, 'A', 'B'),
      ADA,
    ],
    ['is nobody, where who paid typed nothing and none was given', [['A', A]], paid(2, 'A', 'B'), {}],
    [
      'is who paid by the link, and no part of who typed on the shop’s page',
      [
        ['shop', ADA],
        ['page', A],
        ['B', B],
      ],
      paid(2, 'page', 'B'),
      { ...ADA, ...B },
    ],
    [
      'is who paid on the shop’s page, and no part of who typed by the link',
      [
        ['shop', ADA],
        ['A', A],
        ['page', B],
      ],
      paid(2, 'A', 'page'),
      { ...ADA, ...B },
    ],
    [
      'has what a payer typed in several tries',
      [
        ['A', A],
        ['A', B],
      ],
      paid(2, 'A', 'A'),
      { ...A, ...B },
    ],
  ])('%s', (_, steps, state, customer) => {
    expect(payingCustomer(knownAfter(...steps), state)).toEqual(customer)
  })
})

describe('the data of a payment', () => {
  it.each<[string, readonly Step[], 'page' | 'A' | 'B', object]>([
    [
      'by the link is what its payer typed, over what the merchant gave',
      [
        ['shop', ADA],
        ['B', B],
      ],
      'B',
      { ...ADA, ...B },
    ],
    [
      'by the link is nothing that another typed there',
      [
        ['shop', ADA],
        ['A', A],
      ],
      'B',
      ADA,
    ],
    [
      'by the link is nothing that was typed on the shop’s page',
      [
        ['shop', ADA],
        ['page', A],
      ],
      'B',
      ADA,
    ],
    [
      'on the shop’s page is nothing that was typed by the link',
      [
        ['shop', ADA],
        ['A', A],
      ],
      'page',
      ADA,
    ],
    [
      'has what the merchant gives later',
      [
        ['page', B],
        ['A', {}],
        ['shop', { name: 'Ada' }],
      ],
      'A',
      { name: 'Ada' },
    ],
  ])('%s', (_, steps, by, customer) => {
    expect(customerFor(knownAfter(...steps), exchangeOf(by))).toEqual(customer)
  })

  it.each(['A', undefined])('is the very same where nothing is typed (%s)', (exchange) => {
    const known = knownAfter(['shop', ADA])
    expect(withTyped(known, {}, exchange)).toBe(known)
  })
})

it('is read rightly from a row of an older version, which had one place for all who typed', () => {
  const former = { ip: '203.0.113.9', customer: { ...ADA, ...A }, given: ADA, typedBy: 'A' }

  const known = upToDatePayer(former)

  expect(customerFor(known, 'A')).toEqual(A)
  expect(customerFor(known, 'B')).toEqual(ADA)
  expect(customerFor(known, undefined)).toEqual(ADA)
  expect(upToDatePayer({ ip: '203.0.113.9', customer: ADA })).toEqual({ ip: '203.0.113.9', customer: ADA })
})
