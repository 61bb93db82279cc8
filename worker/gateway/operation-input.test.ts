import { describe, expect, it } from 'vitest'
import { type Input, operations } from './operations.ts'
import { describeRequest, type Values } from './request.ts'
import { card, destination, sum, values } from './testing/gateway.ts'

const { clientOrderId, gatewayId, description, email, ip } = values
const payment = { clientOrderId, description, email, ip, ...sum }
const names = { clientOrderId, gatewayId }
const transfer = { clientOrderId, ip, ...sum, destinationCardNumber: card.cardNumber }
const { email: _, ...withoutEmail } = payment
const { cvv: __, ...withoutCode } = card

/** Each of these has to be a compile error: `tsc` fails where one is not, the test below where the edge takes it. */
// @ts-expect-error No e-mail, which the control covers.
const noEmail: Input<'sale'> = { ...withoutEmail, ...card }
// @ts-expect-error Neither a card nor a reference.
const noCard: Input<'sale'> = payment
// @ts-expect-error A card without its code.
const noCode: Input<'preauth'> = { ...payment, ...withoutCode }
// @ts-expect-error A card and a reference.
const bothCards: Input<'sale'> = { ...payment, ...card, cardRef: '77' }
// @ts-expect-error An amount without its currency.
const noCurrency: Input<'capture'> = { ...names, amount: sum.amount }
// @ts-expect-error A currency without its amount.
const noAmount: Input<'return'> = { ...names, currency: 'EUR' }
// @ts-expect-error An amount as text.
const textAmount: Input<'payout'> = { clientOrderId, wallet: 'w', currency: 'EUR', amount: '10,15' }
// @ts-expect-error Nowhere to go.
const noDestination: Input<'payout'> = { clientOrderId, ...sum }
// @ts-expect-error Two places to go.
const twoDestinations: Input<'payout'> = { clientOrderId, ...sum, wallet: 'w', receiverPhone: '+37120000000' }
// @ts-expect-error Nowhere to come from.
const noSource: Input<'transfer'> = transfer
// @ts-expect-error No identifier of the gateway.
const noTransaction: Input<'void'> = { clientOrderId }

describe('Input', () => {
  it.each<[keyof typeof operations, Values]>([
    ['sale', noEmail],
    ['sale', noCard],
    ['preauth', noCode],
    ['sale', bothCards],
    ['capture', noCurrency],
    ['return', noAmount],
    ['payout', textAmount],
    ['payout', noDestination],
    ['payout', twoDestinations],
    ['transfer', noSource],
    ['void', noTransaction],
  ])('refuses to compile what %s could not send', (name, input) => {
    expect(() => describeRequest(operations[name], destination, input)).toThrow(TypeError)
  })

  it('takes each way to make a choice', () => {
    const byCard: Input<'sale'> = { ...payment, ...card }
    const byReference: Input<'sale'> = { ...payment, cardRef: '77', cvv: '123' }
    const whole: Input<'capture'> = names
    const part: Input<'capture'> = { ...names, ...sum }
    const fromDeposit: Input<'transfer'> = { ...transfer, depositToCard: 'true' }

    const sent = [
      describeRequest(operations.sale, destination, byCard),
      describeRequest(operations.sale, destination, byReference),
      describeRequest(operations.capture, destination, whole),
      describeRequest(operations.capture, destination, part),
      describeRequest(operations.transfer, destination, fromDeposit),
    ]

    expect(sent.map(({ fields }) => fields.at(-1)?.[0])).toEqual([
      'cvv2',
      'cvv2',
      'orderid',
      'currency',
      'destination-card-no',
    ])
  })
})
