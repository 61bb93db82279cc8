/** The element that shows a form or a dialog. */
export interface FormHost {
  readonly renderRoot: ShadowRoot
  readonly updateComplete: Promise<unknown>
  /** Draws the element soon. */
  requestUpdate(): void
}
