/** The look of fields and buttons: targets of 44 px, borders of 3:1, a focus ring that no colour scheme hides. */
import { css } from 'lit'

export const controlStyles = css`
  button, a, input, select, [part=chip] span {
    display: flex;
    align-items: center;
    gap: .625rem;
    justify-content: center;
    width: 100%;
    min-height: 2.875rem;
    padding: .5rem .875rem;
    font: inherit;
    font-size: max(1rem, 16px);
    color: inherit;
    background: none;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  button, a, [part=chip] { cursor: pointer; text-align: center; text-decoration: none; }
  button:hover, a:hover, [part=chip] span:hover { box-shadow: inset 0 0 2em #8883; }
  button, a, [part=price], legend, [for], h2 { font-weight: 650; }
  [part~=primary] { min-height: 3.25rem; background: var(--_accent); border-color: transparent; color: var(--_on-accent); }
  [part~=quiet] { border-color: transparent; }
  :disabled { opacity: .5; }

  [part~=field] { gap: .375rem; }
  legend { margin-block-end: .625rem; }
  [part=mark], [part~=quiet], :checked + span { color: var(--_accent); }
  [part~=good] [part=mark] { color: var(--_good); }
  [part=wrong], [part=alert], [part~=bad] [part=mark] { color: var(--_bad); }
  [part=badge], [part~=notice] [part=mark] { color: var(--_notice); }
  [aria-invalid=true] { border-color: var(--_bad); outline: 1px solid var(--_bad); }
  [part=alert] { padding: .625rem; border-radius: var(--_radius); }
  [part=alert], dt { text-align: start; }

  [part=address], [open] [part=actions] { grid-template-columns: 1fr 1fr; }
  [part=address] > :not([part~=postalCode], [part~=city]) { grid-column: 1 / -1; }

  [part=chip] { position: relative; flex: 1 0 34%; }
  [part=chip] span { padding-inline: 0; }
  [part=chip] input { position: absolute; inset: 0; opacity: 0; }
  :checked + span { border-color: var(--_accent); outline: 1px solid var(--_accent); }

  :focus-visible, :focus-visible + span { outline: 3px solid var(--_accent); outline-offset: 2px; }
`
