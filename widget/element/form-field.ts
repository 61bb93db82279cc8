import { LitElement } from 'lit'

/** What a form knows of its field. */
export interface FieldState {
  /** What is submitted under the tag's `name`; `undefined` until there is something. */
  readonly value: string | undefined
  /** Why the form cannot be submitted yet; empty where it can. */
  readonly missing: string
  /** What the browser scrolls to, focuses and puts its words beside; within the tag. */
  readonly anchor: HTMLElement | null
}

/** An element that is a field of the page's form, with the members that a field has by HTML. */
export class FormFieldElement extends LitElement {
  static readonly formAssociated = true

  readonly #internals = this.attachInternals()

  /** The form that the tag is a field of, if any. */
  get form(): HTMLFormElement | null {
    return this.#internals.form
  }

  /** Why the form cannot be submitted yet. */
  get validity(): ValidityState {
    return this.#internals.validity
  }

  get validationMessage(): string {
    return this.#internals.validationMessage
  }

  /** Whether the form checks this field at all. */
  get willValidate(): boolean {
    return this.#internals.willValidate
  }

  /** Whether the form may be submitted as far as this field is concerned. */
  checkValidity(): boolean {
    return this.#internals.checkValidity()
  }

  /** The same, and the browser says beside the tag why not. */
  reportValidity(): boolean {
    return this.#internals.reportValidity()
  }

  /** The browser calls this when an enclosing fieldset is switched on or off. */
  formDisabledCallback() {
    this.requestUpdate()
  }

  /** Updates what the form knows. Without an anchor that can be focused, browsers refuse to submit in silence. */
  protected setFormField({ value, missing, anchor }: FieldState) {
    this.#internals.setFormValue(value ?? null)
    if (missing) this.#internals.setValidity({ valueMissing: true }, missing, anchor ?? undefined)
    else this.#internals.setValidity({})
  }
}
