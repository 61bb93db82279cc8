/** Registers the elements of the desk. */
import { ActionDialog } from './order/action-dialog.ts'
import { DeskOrder } from './order/order-page.ts'
import { DeskPayLink } from './order/pay-link.ts'
import { DeskAttention } from './pages/attention.ts'
import { DeskDays } from './pages/day-sums.ts'
import { DeskIdleWarning } from './pages/idle-warning.ts'
import { DeskKeys } from './pages/keys-dialog.ts'
import { DeskOrders } from './pages/order-list.ts'
import { PayDesk } from './pages/pay-desk.ts'
import { DeskSignIn } from './pages/sign-in.ts'
import { DeskToday } from './pages/today.ts'
import { DeskKeypad } from './payment/keypad.ts'
import { DeskNewPayment } from './payment/new-payment.ts'
import { DeskProductEmbed } from './products/product-embed.ts'
import { DeskProductForm } from './products/product-form.ts'
import { DeskProductImport } from './products/product-import.ts'
import { DeskProducts } from './products/product-list.ts'
import { DeskProduct } from './products/product-page.ts'
import { DeskProductUnits } from './products/product-units.ts'
import { DeskProductVersions } from './products/product-versions.ts'

const ELEMENTS = {
  'desk-action-dialog': ActionDialog,
  'desk-attention': DeskAttention,
  'desk-days': DeskDays,
  'desk-idle-warning': DeskIdleWarning,
  'desk-keypad': DeskKeypad,
  'desk-keys': DeskKeys,
  'desk-new-payment': DeskNewPayment,
  'desk-order': DeskOrder,
  'desk-orders': DeskOrders,
  'desk-pay-link': DeskPayLink,
  'desk-product': DeskProduct,
  'desk-product-embed': DeskProductEmbed,
  'desk-product-form': DeskProductForm,
  'desk-product-import': DeskProductImport,
  'desk-product-units': DeskProductUnits,
  'desk-product-versions': DeskProductVersions,
  'desk-products': DeskProducts,
  'desk-sign-in': DeskSignIn,
  'desk-today': DeskToday,
  'pay-desk': PayDesk,
} as const

/** Registers what is not registered yet, the innermost first. Repeating it is harmless. */
export function defineDesk() {
  for (const [name, element] of Object.entries(ELEMENTS))
    if (!customElements.get(name)) customElements.define(name, element)
}
