/** Five themes that differ in kind, for a shop to start from: the gallery's editor and `docs/appearance.md` have them. */
import type { TOKENS } from './tokens.ts'

/** Tokens that a shop's page sets together. */
export interface BrandTheme {
  readonly title: string
  /** Whom it suits. */
  readonly words: string
  /** The browser draws lists and autofilled fields by it. */
  readonly scheme: 'light' | 'dark'
  /** With the length or colour that a control of the editor can show. */
  readonly tokens: Readonly<Partial<Record<keyof typeof TOKENS, string>>>
}

/** Name → theme. */
export const BRAND_THEMES: Readonly<Record<string, BrandTheme>> = {
  quiet: {
    title: 'Quiet',
    words: 'Ink on paper, no shadow',
    scheme: 'light',
    tokens: {
      accent: '#43505f',
      font: '400 1rem/1.5 Seravek,"Gill Sans Nova",Ubuntu,Calibri,sans-serif',
      radius: '6px',
      surface: '#fcfcfa',
      text: '#20242b',
      'label-weight': '500',
      shadow: 'none',
    },
  },
  warm: {
    title: 'Warm',
    words: 'Clay on cream, with serifs',
    scheme: 'light',
    tokens: {
      accent: '#b4471f',
      font: '400 1.0625rem/1.5 Georgia,serif',
      radius: '18px',
      surface: '#fffaf1',
      text: '#33210f',
      shadow: '0 .5rem 2rem #7a4a1a2e',
    },
  },
  sharp: {
    title: 'Sharp',
    words: 'Square, black and loud',
    scheme: 'light',
    tokens: {
      accent: '#ffd400',
      font: '400 1rem/1.5 "Helvetica Neue",Arial,sans-serif',
      radius: '0px',
      surface: '#ffffff',
      text: '#000000',
      'border-width': '2px',
      'label-weight': '800',
      shadow: '.375rem .375rem 0 #000',
    },
  },
  large: {
    title: 'Large',
    words: 'Big letters, big targets',
    scheme: 'light',
    tokens: {
      accent: '#00527a',
      font: '400 1.25rem/1.5 system-ui,sans-serif',
      radius: '12px',
      surface: '#ffffff',
      text: '#0b1a24',
      'border-width': '2px',
      'control-size': '3.5rem',
    },
  },
  night: {
    title: 'Night',
    words: 'Dark on every page, round',
    scheme: 'dark',
    tokens: {
      accent: '#7ee8b5',
      font: '400 1rem/1.5 ui-rounded,Nunito,system-ui,sans-serif',
      radius: '28px',
      surface: '#13141f',
      text: '#eeecf8',
      shadow: '0 0 2.5rem #0006',
    },
  },
}

/** Writes a theme as the rule of a page. */
export const themeRule = ({ scheme, tokens }: BrandTheme): string =>
  [
    'pay-checkout {',
    `  color-scheme: ${scheme};`,
    ...Object.entries(tokens).map(([name, value]) => `  --pay-${name}: ${value};`),
    '}',
  ].join('\n')
