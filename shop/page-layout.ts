import { shopPolicy } from './content-security-policy.ts'
import { attributes, html, type Markup } from './html.ts'
import { folderOf, SHOP_WORDS } from './shop-words.ts'
import { tagScript } from './tag.ts'
import type { Language } from './words.ts'

/** What differs between pages. */
export interface Page {
  /** Default: English. */
  readonly language?: Language
  /** File name, where the page exists in every language. */
  readonly page?: string
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
}

/** Writes a whole page of the shop around its main part. */
export function shopPage({ title, description, edge, main, sells, language = 'en', ...page }: Page): string {
  const words = SHOP_WORDS[language]
  const folder = folderOf(language)
  const [strong, rest, cards] = words.footer
  const theme = attributes(page.theme ? { 'data-theme': page.theme } : {})
  return html`<!doctype html>
<html lang="${language}"${theme}>
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
${page.hasFakeEdge ? html`<script type="module" src="/gallery.js"></script>` : ''}
<script defer blocking="render" src="/cart.js"></script>
${sells ? tagScript(edge) : ''}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<a class="home" href="${folder}index.html"><img src="/img/icon.svg" width="32" height="32" alt=""> <span>Heather Hill</span></a>
<nav aria-label="${words.navigationLabel}">
<ul>
${Object.entries(words.navigation).map(([file, name]) => html`<li><a href="${folder}${file}">${name}</a></li>`)}
<li><a href="${folder}cart.html">${words.cart.link}<span class="count" data-count></span></a></li>
${page.page ? otherLanguage(page.page, language) : ''}
</ul>
</nav>
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
<p><strong>${strong}</strong> ${rest}</p>
<p>${cards}</p>
<p class="links">${Object.entries(words.textPages).map(([file, [name]]) => html`<a href="${folder}${file}">${name}</a>`)}</p>
</footer>
</body>
</html>
`.text
}

/** The link to the same page in the other language. */
function otherLanguage(page: string, language: Language): Markup {
  const other = language === 'en' ? 'de' : 'en'
  return html`<li><a href="${folderOf(other)}${page}" lang="${other}" hreflang="${other}">${SHOP_WORDS[language].otherLanguage}</a></li>`
}
