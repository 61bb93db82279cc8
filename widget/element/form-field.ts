import { LitElement } from 'lit'

/** The state of a form's field. */
export interface FieldState {
  /** The value that the form submits under the tag's `name`; `undefined` until there is one. */
  readonly value: string | undefined
  /** Why the form cannot be submitted yet; empty where it can. */
  readonly missing: string
  /** The element within the tag that the browser scrolls to and focuses, and where it puts its words. */
  readonly anchor: HTMLElement | null
}

/**
 * An element that is a field of the page's form, with the members that a field has by HTML.
 *
 * @attr {string} name - Name under which a form submits the order's id, once the payment succeeded.
 */
export class FormFieldElement extends LitElement {
  static readonly formAssociated = true

  readonly #internals = this.attachInternals()

  /**
   * The form that the tag is a field of, if any.
   *
   * @example
   * checkout.form?.requestSubmit()
   */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /**
   * Why the form cannot be submitted yet.
   *
   * @example
   * console.log(checkout.validity.valueMissing)
   */
  get validity(): ValidityState {
    return this.#internals.validity
  }

  /**
   * The same in words, in the shopper's language; empty where the form can be submitted.
   *
   * @example
   * console.log(checkout.validationMessage)
   */
  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  /**
   * Whether the form checks this field at all.
   *
   * @example
   * console.log(checkout.willValidate)
   */
  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  /**
   * Whether this field lets the form be submitted.
   *
   * @example
   * if (checkout.checkValidity()) console.log('paid')
   */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  /**
   * Whether this field lets the form be submitted; the browser also says beside the tag why not.
   *
   * @example
   * checkout.reportValidity()
   */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** The browser calls this when an enclosing fieldset is switched on or off. */
  formDisabledCallback() {
    this.requestUpdate()
  }

  /** Sets the field's state. Without an anchor that can have the focus, browsers refuse to submit and say nothing. */
  protected setFormField({ value, missing, anchor }: FieldState) {
    this.#internals.setFormValue(value ?? null)
    this.#internals.setValidity({ valueMissing: !!missing }, missing, anchor ?? undefined)
  }
}
