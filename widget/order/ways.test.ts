import { describe, expect, it } from 'vitest'
import { optionsOf } from './ways.ts'

const VISA = { handle: '2', brand: 'VISA', masked: '411111******4242', expires: '11/26' }
const AMEX = { handle: '3', brand: 'Amex', masked: '•••• 0005', expires: '' }

describe('the options', () => {
  it('begin with the saved cards, and keep the merchant’s order otherwise', () => {
    const options = optionsOf({ methods: ['hosted', 'saved-card', 'card'], savedCards: [VISA, AMEX] }, '')

    expect(options.map(({ method, card }) => card?.handle ?? method)).toEqual(['2', '3', 'hosted', 'card'])
  })
})
