import { shopPolicy } from './content-security-policy.ts'
import { attributes, html, type Markup } from './html.ts'
import { tagScript } from './tag.ts'

/** What differs between pages. */
export interface Page {
  readonly title: string
  readonly description: string
  /** Origin of the edge. */
  readonly edge: string
  readonly main: Markup
  /** The page has a tag, and so needs its script. */
  readonly sells: boolean
  /** The page's colour scheme. Default: the system's. */
  readonly theme?: 'light' | 'dark' | ''
  /** Files of the shop itself answer its tags instead of the edge. */
  readonly hasFakeEdge?: boolean
  /** The page is for developers, with a second style sheet. */
  readonly isForDevelopers?: boolean
  /** The page links to the gallery and the counter. */
  readonly isDev?: boolean
}

/** Writes a whole page of the shop around its main part. */
export function shopPage({ title, description, edge, main, sells, ...page }: Page): string {
  const theme = attributes(page.theme ? { 'data-theme': page.theme } : {})
  return html`<!doctype html>
<html lang="en"${theme}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${shopPolicy(edge, page.hasFakeEdge)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="/img/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/shop.css">
${page.isForDevelopers ? html`<link rel="stylesheet" href="/developers.css">` : ''}
${page.hasFakeEdge ? html`<script defer src="/gallery.js"></script>` : ''}
${sells ? tagScript(edge) : ''}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="home" href="/index.html"><img src="/img/icon.svg" width="32" height="32" alt=""> <span>Heather Hill</span></a>
<nav aria-label="Shop">
<ul>
<li><a href="/mug.html">Mug</a></li>
<li><a href="/donation.html">Orchard</a></li>
<li><a href="/hotel.html">Room</a></li>
</ul>
</nav>
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
<p><strong>This shop is a demo.</strong> It is static pages and one tag: nothing is shipped and no money moves.</p>
<p>Any card number that passes its check will do. The security code decides: 123 is approved, 116 is declined.</p>
${page.isDev ? DEV_LINE : ''}
</footer>
</body>
</html>
`.text
}

const DEV_LINE = html`<p>For developers: <a href="/gallery.html">every state of the tag</a>, and <a href="/counter">the counter</a>, where a server opens what is paid.</p>`
