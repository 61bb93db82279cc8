/** A page of the documentation's site. */
export interface SitePage {
  /** Within the site: `refunds.md`, `reference/refundOrder.md`. */
  readonly path: string
  /** Markdown, with the few tags of the site's theme. */
  readonly text: string
}

/** A group of pages beside every page. */
export interface SiteGroup {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}
