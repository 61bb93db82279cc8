/** The frames of the edge's, and the dialog around a bank's page: full screen on phones. */
import { css } from './css.ts'

export const bankStyles = css`
  iframe { inline-size: 100%; border: 0; }
  /* Room for the focus rings within. */
  [part=card] { inline-size: calc(100% + .75rem); min-block-size: 15.75rem; margin: -.375rem; }
  /* Large enough for a bank's page of 500 by 600, and of 600 by 400. */
  dialog {
    margin: auto;
    inline-size: 100%;
    max-inline-size: 640px;
    block-size: 100%;
    max-block-size: 740px;
    grid-template-rows: auto 1fr;
    gap: .625rem;
    padding: .625rem;
    border: 1px solid var(--_line);
    background: var(--_surface);
    color: inherit;
  }
  [open] { display: grid; }
  [open] [part=actions] { grid-template-columns: 1fr 1fr; }
  ::backdrop { background: #0009; }
  [part=frame] { block-size: 100%; background: #fff; color-scheme: light; }
  a, [part=chip] { text-align: center; text-decoration: none; }
  @media (width <= 500px) { dialog { max-inline-size: none; max-block-size: none; border: 0; } }
`
