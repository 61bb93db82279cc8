/** `GET /frames/card` and `/frames/destination`: frames for what a shopper types and no shop's page may see. They send it to the edge only. */
import { operation } from '../../define-operation.ts'
import { cardFrame, destinationFrame } from '../../pages/frames.ts'

const fields = {
  tag: 'page',
  pages: '-',
  access: {},
  reply: { status: 200, description: 'The page.', body: 'text/html' },
  problems: [],
} as const

export const showCardFrame = operation(
  { ...fields, route: 'GET /frames/card', summary: 'Shows the card form' },
  cardFrame,
)

export const showDestinationFrame = operation(
  { ...fields, route: 'GET /frames/destination', summary: 'Shows the payout destination form' },
  destinationFrame,
)
