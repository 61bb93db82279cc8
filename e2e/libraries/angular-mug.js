/** A page of Angular 15, in a zone that replaces the page's promises, timers, listeners and `fetch`. */
import '@angular/compiler'
import 'zone.js'
import { NgIf } from '@angular/common'
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'

class Mug {
  /** What the page sells: attributes of the tag. */
  sold = globalThis.sold
  labels = { pay: 'Buy it' }
  isShown = true
  heard = []

  hear({ type, order }) {
    this.heard = [...this.heard, `${type} ${order?.status ?? ''}`]
  }
}

Component({
  selector: 'shop-mug',
  standalone: true,
  imports: [NgIf],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <button id="toggle" type="button" (click)="isShown = !isShown">Show or hide</button>
    <pay-checkout *ngIf="isShown" [offer]="sold.offer" [session]="sold.session" [labels]="labels" [attr.edge]="sold.edge"
      (pay-submit)="hear($event)" (pay-settled)="hear($event)" (pay-failed)="hear($event)"></pay-checkout>
    <output id="heard">{{ heard.join(', ') }}</output>`,
})(Mug)

bootstrapApplication(Mug)
