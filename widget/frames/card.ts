/** The script of the edge's card frame. */
import { cardStyles } from '../card/card-styles.ts'
import { awaitTag } from '../card/card-talk.ts'

const sheet = new CSSStyleSheet()
sheet.replaceSync(cardStyles)
document.adoptedStyleSheets = [sheet]
awaitTag(window)
