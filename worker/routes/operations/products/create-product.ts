/** `POST /v1/products`: a merchant makes a product. */
import { newProduct, product } from '../../../../shared/contract/product-schemas.ts'
import { answerChange, catalogueOf } from '../../catalogue-calls.ts'
import { operation } from '../../define-operation.ts'
import { CONTENT_PROBLEMS, contentRefusal } from '../../product-content.ts'
import { problem } from '../../respond.ts'

/** Repeating it is harmless until an editor changes the product. */
export const createProduct = operation(
  {
    route: 'POST /v1/products',
    tag: 'merchant',
    summary: 'Makes a product',
    about:
      'Pages sell it by its id. The same request again answers the same product, as long as nobody has changed it; another ' +
      'one under the same id is `product-exists`, with the product that is there.',
    pages: 'merchant',
    access: { merchant: 'catalogue' },
    body: newProduct,
    reply: { status: 200, description: 'The product.', body: product },
    problems: [...CONTENT_PROBLEMS, 'product-exists'],
  },
  async (c, { body: { id, units, ...content }, caller }) => {
    const wrong = contentRefusal(content, c.get('config'))
    if (wrong) return problem(c, wrong)
    const made = { id, content, ...(units !== undefined && { units }) }
    return answerChange(c, await catalogueOf(c).create(made, caller.name))
  },
)
