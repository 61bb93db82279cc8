import { html } from '../html.ts'

/** What a shop may put into each slot of the tag. Links stay on the page. */
export const SLOT_CONTENT = html`<img slot="logo" src="/img/icon.svg" width="40" height="40" alt="Heather Hill">
<p slot="summary">Thrown and glazed by hand. Sent within three days, and yours to return for thirty.</p>
<p slot="terms">With the button you accept our terms.</p>
<p slot="success">Your mug is in the kiln. We write to you once it is on its way.</p>
<p slot="error">Is it not you? Write to us, and we put the mug aside for you.</p>`
