/** Reads what the tag sells, and looks for an order of it. */
import { DRAWING_LIMIT_MS, LOAD_LIMIT_MS } from '../durations.ts'
import { adoptOrder, findOrder } from './find-order.ts'
import { goodsDigest, withQuantities } from './goods.ts'
import { askProducts, isOfCatalogue, takeClaims } from './products.ts'
import type { Sale, TagContext } from './tag-context.ts'

/** Does the first work for what the tag sells. */
export async function startSale(tag: TagContext) {
  const sale = tag.sale()
  try {
    const settings = readSettings(sale)
    const asks = isOfCatalogue(sale)
    if (asks) await askProducts(tag)
    // There may be an order of a product that is hidden, or sold out, by now.
    const resumed = (asks || takeClaims(sale)) && resume(tag, sale)
    // Settings that hang must not keep the shopper from paying.
    const isLate = tag.env.pause(LOAD_LIMIT_MS, sale.signal)
    await Promise.all([Promise.race([settings, isLate]), resumed])
  } finally {
    sale.send({ type: 'started' })
  }
}

async function readSettings({ edge, api, env, send, signal }: Sale) {
  if (!edge) return
  env.pause(DRAWING_LIMIT_MS, signal).then(() => send({ type: 'settings-received' }))
  const answer = await api.settings()
  send({ type: 'settings-received', settings: answer.ok ? answer.value.body : undefined })
}

/** Shows the order that the session, the address or this browser's storage names, if any. */
async function resume(tag: TagContext, sale: Sale) {
  if (sale.goods && sale.goods.lines?.length !== 0 && !sale.signal.aborted) {
    const { lines } = tag.state.claims ?? {}
    const goods = withQuantities(sale.goods, lines)
    const digest = await goodsDigest(goods, lines)
    sale.send({ type: 'goods-named', goods, digest, isPaying: !!tag.orders.read(digest)?.paying })
  }
  if (sale.signal.aborted) return
  const named = tag.sale()
  const access = await findOrder(named)
  sale.send({ type: 'order-found', access })
  adoptOrder(named, access)
}
