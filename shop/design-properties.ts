/** The scales of the design system as custom properties, which the shop's sheet draws from. Pure. */
import { CURVE, MOTION_MS, RADII, SHADOWS, SPACE, TYPE, WEIGHTS } from '../shared/design.ts'

const SCALES: Readonly<Record<string, Readonly<Record<string, number | string>>>> = {
  type: inRem(TYPE),
  weight: WEIGHTS,
  space: inRem(SPACE),
  radius: inRem(RADII),
  shadow: SHADOWS,
  motion: Object.fromEntries(Object.entries(MOTION_MS).map(([name, ms]) => [name, `${ms}ms`])),
}

/** A rule for the root: `--space-row: 0.75rem`, `--motion-panel: 200ms`. The colours of the shop are its own. */
export const DESIGN_PROPERTIES = `:root {
${Object.entries(SCALES)
  .flatMap(([scale, entries]) =>
    Object.entries(entries).map(([name, value]) => `  --${scale}-${name}: ${value};`),
  )
  .join('\n')}
  --curve: ${CURVE};
}

`

function inRem(scale: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(scale).map(([name, rem]) => [name, `${rem}rem`]))
}
