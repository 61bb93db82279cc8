/** The tag as a field of the page's form. */

/** What a form is told. */
export interface FieldState {
  /** What is submitted under the tag's `name`; `undefined` until there is something. */
  readonly value: string | undefined
  /** Why the form cannot be submitted yet; empty where it can. */
  readonly missing: string
  /** What the browser scrolls to, focuses and puts its words beside; within the tag. */
  readonly anchor: HTMLElement | null
}

/** Tells the form how its field stands. Without an anchor that can be focused, browsers refuse to submit in silence. */
export function updateFormField(internals: ElementInternals, { value, missing, anchor }: FieldState) {
  internals.setFormValue(value ?? null)
  if (missing) internals.setValidity({ valueMissing: true }, missing, anchor ?? undefined)
  else internals.setValidity({})
}
