/** `GET /frames/card` and `/frames/destination`: frames for what a shopper types and no shop's page may see. */
import { operation } from '../define-operation.ts'
import { cardFrame, destinationFrame } from '../pages/frames.ts'

const fields = {
  tag: 'page',
  about: 'For a frame in the shop’s page, which sends the input to the edge only.',
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
