/** Fields and buttons: 44 px targets, borders of 3:1, a focus ring that no colour scheme hides. */
import { css } from './css.ts'

export const controlStyles = css`
  [part~=button], input, select, [part=chip] span {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: .625rem;
    inline-size: 100%;
    min-block-size: 2.875rem;
    padding: .5rem .875rem;
    font: inherit;
    font-size: max(1rem, 16px);
    color: inherit;
    background: none;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  button, [part=chip] { cursor: pointer; }
  [part~=button], [part=price], legend, label, h2 { font-weight: 650; }
  [part~=primary] { min-block-size: 3.25rem; background: var(--_accent); border-color: transparent; color: var(--_on-accent); }
  [part~=quiet] { border-color: transparent; color: var(--_accent); }
  :is(button, [part=chip]):hover { filter: brightness(1.15); }
  [aria-disabled=true] { cursor: progress; }
  :disabled { cursor: not-allowed; opacity: .5; }

  [part~=field] { gap: .375rem; }
  legend { margin-block-end: .625rem; }
  [part=wrong], [part=alert] { color: var(--_bad); }
  [aria-invalid=true] { border-color: var(--_bad); outline: 1px solid var(--_bad); }
  [part=alert] { padding: .625rem; border-radius: var(--_radius); justify-content: start; }

  [part=address] { grid-template-columns: 1fr 1fr; }
  [part=address] > :not([part~=postalCode], [part~=city]) { grid-column: 1 / -1; }

  [part=suggested] { grid-template-columns: repeat(auto-fit, minmax(4.25rem, 1fr)); }
  [part=chip] { position: relative; }
  [part=chip] span { padding-inline: 0; }
  [part=chip] input { position: absolute; inset: 0; opacity: 0; min-block-size: 0; cursor: inherit; }
  :checked + span { border-color: var(--_accent); outline: 1px solid var(--_accent); color: var(--_accent); }

  :focus-visible, :focus-visible + span { outline: 3px solid var(--_accent); outline-offset: 2px; }
`
