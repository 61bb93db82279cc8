/** Schema of how an order was sent. A merchant's server gives it, and the order's view shows the same. */
import * as z from 'zod'

export const shipment = z
  .object({
    carrier: z.string().exactOptional(),
    /** The number of the parcel. */
    parcel: z.string().describe('The number of the parcel.').exactOptional(),
    /** Where it can be followed. */
    url: z.string().describe('Where it can be followed.').exactOptional(),
  })
  .meta({ id: 'Shipment' })
