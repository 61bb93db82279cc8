import { expect, it } from 'vitest'
import { applyTheme, isPlainValue } from './inherit-theme.ts'

it.each([
  '#2447c9',
  'light-dark(#123456, rgb(1 2 3 / 50%))',
  'color-mix(in oklab, #fff 20%, transparent)',
  '400 1rem/1.5 "Source Sans 3", system-ui, sans-serif',
  'calc(.5rem + 1px)',
  '.75rem',
])('%s is a plain value', (value) => {
  expect(isPlainValue(value)).toBe(true)
})

it.each([
  ['url(https://evil.example)'],
  ['URL( "https://evil.example" )'],
  ['image-set("https://evil.example/a.png" 1x)'],
  ['image("a.png")'],
  ['src("a.png")'],
  ['expression(alert(1))'],
  ['var(--secret)'],
  ['env(x)'],
  ['1rem; color: red'],
  ['1rem } body { display: none'],
  ['\\75rl(a)'],
  ['<style>'],
  [''],
  ['a'.repeat(10_000)],
  [12],
  [null],
])('%s is none', (value) => {
  expect(isPlainValue(value)).toBe(false)
})

it('what is plain is worn, and what is not is left out', () => {
  const root = document.createElement('html')
  const look = { accent: '#123456', text: 'url(https://evil.example)', other: '#fff' }

  applyTheme(root, { direction: 'rtl', canvas: 'none', look })

  expect(root.style.getPropertyValue('--pay-accent')).toBe('#123456')
  expect(root.style.getPropertyValue('--pay-text')).toBe('')
  expect(root.style.getPropertyValue('--pay-other')).toBe('')
  expect(root.dir).toBe('rtl')
})

it.each([
  ['10px', '10px'],
  ['32px', '32px'],
  ['url(a.png)', ''],
  [undefined, ''],
])('with letters of %s at the root of the page, the frame has %s at its own', (rem, size) => {
  const root = document.createElement('html')

  applyTheme(root, { direction: 'ltr', canvas: 'none', look: {}, ...(rem && { rem }) })

  expect(root.style.fontSize).toBe(size)
})

it.each([
  ['rgb(18, 18, 18)', 'dark'],
  ['rgb(255, 255, 255)', 'light'],
  ['none', 'light'],
])('on a canvas of %s the frame is %s, whatever the shopper prefers', (canvas, scheme) => {
  const root = document.createElement('html')

  applyTheme(root, { direction: 'ltr', canvas, look: {} })

  expect(root.style.colorScheme).toBe(scheme)
})
