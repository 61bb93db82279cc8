/**
 * Comfort for the card form, which does all its work without: groups the digits while they are typed at the end,
 * takes an error away once its field is mended, and keeps a second click from sending the form again. Going back to the page makes it usable again.
 */
export const CARD_SCRIPT = `
const form = document.forms.namedItem('card')
const group = {
  number: (digits) => digits.slice(0, 19).replace(/(.{4})(?=.)/g, '$1 '),
  expiry: (digits) => digits.length > 2 ? digits.slice(0, 2) + '/' + digits.slice(2, 6) : digits,
}
form.addEventListener('input', ({ target, inputType }) => {
  const isAtEnd = target.selectionEnd === target.value.length
  const isPlain = !/[^\\d\\s/]/.test(target.value) && !/^\\d\\D/.test(target.value)
  if (group[target.name] && isAtEnd && isPlain && !inputType?.startsWith('delete'))
    target.value = group[target.name](target.value.replace(/\\D/g, ''))
})
form.addEventListener('input', ({ target }) => {
  target.removeAttribute('aria-invalid')
  target.removeAttribute('aria-describedby')
  document.getElementById(target.name + '-error')?.remove()
})
form.addEventListener('submit', (event) => {
  if (form.ariaBusy === 'true') event.preventDefault()
  form.ariaBusy = 'true'
})
addEventListener('pageshow', () => { form.ariaBusy = null })
`
