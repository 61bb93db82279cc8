import { describe, expect, it } from 'vitest'
import { LETTER_TEXTS } from '../../shared/mail-texts.ts'
import { MAIL_KINDS } from '../../shared/order-values.ts'
import { letterOf } from '../../worker/mail/letter.ts'
import type { MailFacts } from '../../worker/mail/letter-parts.ts'
import { ownValues, problemsOf } from './design-values.ts'

const sheet = (declarations: string, path = 'worker/assets/page.css') => ({
  path,
  text: `a:hover { ${declarations} }`,
})

describe('a sheet says a value of its own', () => {
  it.each([
    ['a size of letters', 'font-size: 0.9375rem', 'font-size: 0.9375rem'],
    ['a size within clamp()', 'font-size: clamp(1rem, 6vw, 1.5rem)', 'font-size: 6vw'],
    ['a size of the shorthand', 'font: 400 13px/1.5 serif', 'font: 13px'],
    ['a weight', 'font-weight: 600', 'font-weight: 600'],
    ['a weight of the shorthand', 'font: 500 1rem serif', 'font: 500'],
    ['a gap', 'gap: 0 0.625rem', 'gap: 0.625rem'],
    ['a padding in pixels', 'padding-inline: 10px 1rem', 'padding-inline: 10px'],
    ['a margin below zero', 'margin: -0.375rem auto', 'margin: -0.375rem'],
    ['a corner', 'border-start-end-radius: 3px', 'border-start-end-radius: 3px'],
    ['a shadow', 'box-shadow: 0 1px 2px #0001', 'box-shadow: 0 1px 2px #0001'],
    ['a colour', 'color: #123456', 'color: #123456'],
    ['a colour within another', 'color: color-mix(in srgb, rgb(1 2 3) 9%, #fff)', 'color: rgb(1 2 3)'],
    ['a colour by its name', 'border: 1px solid red', 'border: red'],
    ['a custom property', '--ground: #eee', '--ground: #eee'],
    [
      'a duration',
      'transition: opacity 0.25s cubic-bezier(0.2, 0, 0, 1)',
      'transition: opacity 0.25s cubic-bezier(0.2, 0, 0, 1)',
    ],
    ['a curve', 'animation: show 0.2s ease', 'animation: show 0.2s ease'],
  ])('in %s', (_, declaration, own) => {
    expect(ownValues(sheet(declaration))).toEqual([own])
  })

  it('in a corner that does not follow the page’s token, where the sheet is on the tag’s tokens', () => {
    expect(ownValues(sheet('border-radius: 0.625rem', 'desk/theme/desk.css'))).toEqual([
      'border-radius: 0.625rem',
    ])
    expect(ownValues(sheet('border-radius: min(2 * var(--_radius), 50%)', 'widget/theme/a.css'))).toEqual([])
  })

  it.each([
    ['sizes of the scale', 'font: 650 .875em/1.4 serif; font-size: max(1rem, 16px)'],
    [
      'distances, also below zero, hairlines and parts of a width',
      'padding: 0 4px 1px 50%; margin: -0.5rem auto',
    ],
    ['tokens', 'gap: var(--_space); color: var(--_text); box-shadow: var(--_shadow)'],
    ['corners of the scale, and circles', 'border-radius: .375rem 50%'],
    [
      'a known shadow, and rings',
      'box-shadow: 0 24px 64px -16px #0006; box-shadow: inset 0 0 0 1px currentColor',
    ],
    [
      'colours that are mixed of known ones',
      'color: color-mix(in srgb, var(--_text) 12%, #fff); color: CanvasText',
    ],
    [
      'known motion, and a spinner',
      'transition: rotate .15s cubic-bezier(.2,0,0,1); animation: turn .8s linear infinite',
    ],
    ['widths', 'width: 17rem; grid-template-columns: 3fr 123px; inset: 3px'],
    ['a comment', '/* color: #123456; */'],
  ])('not in %s', (_, declarations) => {
    expect(ownValues(sheet(declarations))).toEqual([])
  })
})

it('an exception is for one sheet, and goes when the sheet needs it no more', () => {
  const sheets = [sheet('gap: 5rem', 'a.css'), sheet('gap: 5rem', 'b.css')]

  expect(problemsOf(sheets, { 'a.css': ['gap: 5rem', 'gap: 7rem'] })).toEqual([
    'b.css: gap: 5rem',
    'a.css: gap: 7rem: an exception that is not needed',
  ])
})

it.each(MAIL_KINDS)(
  'the mail %s draws from the design system, but for lines on any ground and words on a brand’s colour',
  (kind) => {
    const order: MailFacts['order'] = {
      ...{
        id: 'o',
        reference: 'INV-7',
        intent: 'sale',
        status: 'approved',
        currency: 'EUR',
        description: 'Mugs',
      },
      ...{ amount: '25.00', captured: '25.00', returned: '0.00', test: true },
      ...{ attempts: [], transactions: [] },
      lines: [
        { item: 'mug', description: 'Mug', quantity: 1, amount: '12.50' },
        { item: 'cup', description: 'Cup', quantity: 1, amount: '12.50' },
      ],
    }
    const seller = { name: 'Mugs & Co', support: 'https://shop.example/help' }
    const facts = { kind, at: 0, until: 1, parcel: 'PX', link: 'https://pay.example/pay#order=a.b', order }
    const letter = letterOf(facts, seller, { tag: 'en', direction: 'ltr', texts: LETTER_TEXTS })
    const styles = [...(letter?.html ?? '').matchAll(/style="([^"]*)"/g)].map(([, style]) => `{${style}}`)

    const said = ownValues({ path: 'mail.html', text: styles.join('\n') })
    expect(styles.length).toBeGreaterThan(5)
    expect(said.filter((one) => !/: (?:rgba\(128,128,128,\.35\)|#ffffff)$/.test(one))).toEqual([])
  },
)
