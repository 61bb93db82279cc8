/** The frames of the edge's, and the dialog around a bank's page: full screen on phones. */
import { css } from './css.ts'

export const bankStyles = css`
  iframe { display: block; inline-size: 100%; border: 0; }
  [hidden] { display: none; }
  [part=card] { min-block-size: 18rem; }
  dialog {
    inset: 0;
    margin: auto;
    inline-size: 100%;
    max-inline-size: 38.75rem;
    block-size: 100%;
    max-block-size: 46rem;
    grid-template-rows: auto 1fr;
    gap: .625rem;
    padding: .625rem;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    overflow-wrap: anywhere;
  }
  dialog[open] { display: grid; }
  ::backdrop { background: #0009; }
  dialog [part=frame] { block-size: 100%; background: #fff; color-scheme: light; }
  a { justify-content: center; }
  @media (width <= 500px) { dialog { max-inline-size: none; max-block-size: none; border: 0; border-radius: 0; } }
`
