import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { run } from '../testing/terminal.ts'

describe('pay-checkout merchant-key', () => {
  const make = (...flags: string[]) => run('merchant-key', '--name', 'shop server', ...flags)

  it('prints a key, and the entry that the edge knows it by', async () => {
    const { code, printed } = await make('--scopes', 'read,charge')

    const [made = '', entry = ''] = printed.split('\n')
    const digest = createHash('sha256').update(made).digest('hex')
    expect(code).toBe(0)
    expect(made).toMatch(/^pck_[\w-]{43}$/)
    expect(JSON.parse(entry)).toEqual({ name: 'shop server', digest, scopes: ['read', 'charge'] })
  })

  it('makes another key every time', async () => {
    const outputs = await Promise.all([make('--scopes', 'read'), make('--scopes', 'read')])

    expect(new Set(outputs.map(({ printed }) => printed)).size).toBe(2)
  })

  it('names a scope once, however it was given', async () => {
    const { printed } = await make('--scopes', 'refund, read', '--scopes', 'read')

    expect(JSON.parse(printed.split('\n')[1] ?? '').scopes).toEqual(['read', 'refund'])
  })

  it('has the limits of what the key may give back alone', async () => {
    const { printed } = await make(
      ...['--scopes', 'read,refund', '--refund-up-to', 'EUR=50.00,JPY=5000'],
      ...['--refund-per-day', 'EUR=200,VND=100000000'],
    )

    expect(JSON.parse(printed.split('\n')[1] ?? '')).toMatchObject({
      refundUpTo: { EUR: '50.00', JPY: '5000' },
      refundPerDay: { EUR: '200', VND: '100000000' },
    })
  })

  it.each([
    ['a sum without a currency', ['--scopes', 'refund', '--refund-up-to', '50.00'], /such as EUR=50\.00/],
    ['something behind a sum', ['--scopes', 'refund', '--refund-up-to', 'EUR=1=2'], /such as EUR=50\.00/],
    ['a currency twice', ['--scopes', 'refund', '--refund-up-to', 'EUR=1,EUR=2'], /each currency once/],
    ['a key that gives nothing back', ['--scopes', 'read', '--refund-up-to', 'EUR=1'], /limits need refund/],
    ['a key that pays out', ['--scopes', 'refund,payout', '--refund-per-day', 'EUR=1'], /no payout/],
  ])('makes no key with limits of %s', async (_, flags, problem) => {
    const { code, printed, told } = await make(...flags)

    expect({ code, printed }).toEqual({ code: 2, printed: '' })
    expect(told.join('\n')).toMatch(problem)
  })

  it('makes no key and names each problem on a line of its own', async () => {
    const { code, printed, told } = await run('merchant-key', '--name', 'a/b', '--scopes', 'read,owner')

    expect({ code, printed }).toEqual({ code: 2, printed: '' })
    expect(told).toEqual([
      'pay-checkout: --name: must be 1 to 40 of A-Z, a-z, 0-9, space, _ and -',
      'pay-checkout: --scopes: must be some of read, charge, refund, payout, admin, catalogue, personal',
      expect.stringContaining('usage: '),
    ])
  })

  it('makes no key without a name and scopes', async () => {
    const { code, printed } = await run('merchant-key')

    expect({ code, printed }).toEqual({ code: 2, printed: '' })
  })
})
