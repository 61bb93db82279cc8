import { Component, signal } from '@angular/core'
import { Checkout } from './checkout'
import { OFFER } from './offer'

@Component({
  selector: 'shop-root',
  imports: [Checkout],
  template: `
    <main>
      <h1>Heather mug</h1>
      <button type="button" (click)="isOpen.set(!isOpen())">{{ isOpen() ? 'Close' : 'Buy' }}</button>
      @if (isOpen()) {
        <shop-checkout [offer]="offer" (paid)="reference.set($event.reference)" />
      }
      @if (reference()) {
        <p>Thank you: {{ reference() }}</p>
      }
    </main>
  `,
})
export class Shop {
  protected readonly offer = OFFER
  protected readonly isOpen = signal(true)
  protected readonly reference = signal('')
}
