/** `POST /v1/products/{id}/units`: a merchant adds units of a product, or takes some away. */
import { product, unitsChange } from '../../../../shared/contract/product-schemas.ts'
import { answerChange, catalogueOf, PRODUCT_PATH, tellUnits } from '../../catalogue-calls.ts'
import { operation } from '../../define-operation.ts'

/** One key changes the units once. */
export const changeUnits = operation(
  {
    route: 'POST /v1/products/{product}/units',
    tag: 'merchant',
    summary: 'Adds units of a product, or takes some away',
    about:
      'A difference, so that a unit that is sold meanwhile is not lost. It counts for open orders too. The first change of a ' +
      'product whose units are not counted starts the count. Whoever sets units to a number that they worked out names those ' +
      'that they saw, as `from`: where somebody else has changed them since, nothing is written. What is sold changes none.',
    pages: 'merchant',
    access: { merchant: 'catalogue' },
    isKeyed: true,
    path: PRODUCT_PATH,
    body: unitsChange,
    reply: { status: 200, description: 'The product with its units.', body: product },
    problems: ['product-unavailable', 'product-changed', 'quantity-invalid', 'key-reused'],
  },
  async (c, { body, key, caller }) => {
    const id = c.req.param('product') ?? ''
    const changed = await catalogueOf(c).changeUnits({ id, key, ...body }, caller.name)
    if (changed.ok) await tellUnits(c, changed.value)
    return answerChange(c, changed)
  },
)
