/** A new window as its opener sees it. */
export class FakeWindow {
  closed = false
  focused = 0
  readonly visited: string[] = []
  readonly top: unknown = this
  readonly document = document.implementation.createHTMLDocument()
  readonly location = { replace: (url: string) => this.visited.push(url) }
  focus() {
    this.focused += 1
  }
  close() {
    this.closed = true
  }
}
