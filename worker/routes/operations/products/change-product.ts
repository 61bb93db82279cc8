/** `PUT /v1/products/{id}`: a merchant changes a product. */
import { changedProduct, product } from '../../../../shared/contract/product-schemas.ts'
import { answerChange, catalogueOf, PRODUCT_PATH, tellUnits } from '../../catalogue-calls.ts'
import { operation } from '../../define-operation.ts'
import { CONTENT_PROBLEMS, contentRefusal } from '../../product-content.ts'
import { problem } from '../../respond.ts'

/** Repeating it is harmless. */
export const changeProduct = operation(
  {
    route: 'PUT /v1/products/{product}',
    tag: 'merchant',
    summary: 'Changes a product',
    about:
      'Makes another version, with everything that the body says; former versions are kept. `version` names the version that ' +
      'the editor saw: where somebody else has changed the product since, nothing is written, and `product-changed` has the ' +
      'product as it is. Units are changed apart.',
    pages: 'merchant',
    access: { merchant: 'catalogue' },
    path: PRODUCT_PATH,
    body: changedProduct,
    reply: { status: 200, description: 'The product.', body: product },
    problems: [...CONTENT_PROBLEMS, 'product-unavailable', 'product-changed'],
  },
  async (c, { body: { version, ...content }, caller }) => {
    const wrong = contentRefusal(content, c.get('config'))
    if (wrong) return problem(c, wrong)
    const id = c.req.param('product') ?? ''
    const changed = await catalogueOf(c).change({ id, version, content }, caller.name)
    if (changed.ok) await tellUnits(c, changed.value)
    return answerChange(c, changed)
  },
)
