/** The edge's frames, and the dialog around a bank's page: full screen on phones. */
import { css } from 'lit'

/**
 * The card frame is wider than its place, with room for the focus rings within. The dialog is large enough for a bank's
 * page of 500 by 600 pixels, and of 600 by 400.
 */
export const dialogStyles = css`
  iframe { width: 100%; border: 0; }
  [part~=card] { width: calc(100% + .75rem); margin: -.375rem; }
  [part="card card"] { min-height: 15.75rem; }
  dialog {
    margin: auto;
    width: 100%;
    max-width: 640px;
    height: 100%;
    max-height: 740px;
    grid-template-rows: auto 1fr;
    padding: .625rem;
    color: inherit;
  }
  ::backdrop { background: #0009; }
  [part=frame] { height: 100%; background: #fff; color-scheme: light; }
  @media (width <= 500px) { dialog { max-height: none; } }
`
