import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, input, output } from '@angular/core'
import { loadCheckout, type PayOrder } from '@pay-checkout/tag'

@Component({
  selector: 'shop-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<pay-checkout [attr.offer]="offer()" (pay-settled)="paid.emit($event.order)" />`,
})
export class Checkout {
  readonly offer = input.required<string>()
  readonly paid = output<PayOrder>()

  constructor() {
    afterNextRender(() => loadCheckout({ edge: 'https://pay.example.com' }))
  }
}
