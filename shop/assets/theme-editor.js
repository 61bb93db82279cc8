// The theme editor of the gallery: prints the rule of what was changed, draws the tags by it, and judges its contrast.
const editor = document.querySelector('.editor')
const printed = document.querySelector('#css')
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

/** The tokens that somebody or a theme has set: the rule has no others. */
const touched = new Set()

/** WCAG 2.2, relative luminance of a colour in CSS. */
function luminance(colour) {
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** WCAG 2.2, contrast ratio. */
function contrast(one, other) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A surface decides the scheme: white words are easier to read on a dark one. */
const schemeOf = (surface) => (contrast(surface, '#fff') > contrast(surface, '#000') ? 'dark' : 'light')

function rule() {
  const lines = [...editor.elements]
    .filter(({ name }) => touched.has(name))
    .map(({ name, value, dataset }) => `  --pay-${name}: ${value}${dataset.unit ?? ''};\n`)
  const scheme = touched.has('surface') ? `  color-scheme: ${schemeOf(editor.elements.surface.value)};\n` : ''
  return `pay-checkout {\n${scheme}${lines.join('')}}`
}

/** Writes beside each pair of colours whether it can be read, as the tag draws it. */
function judge() {
  const probe = document.querySelector('pay-checkout').shadowRoot.appendChild(document.createElement('i'))
  const drawn = (token) => {
    probe.style.color = `var(--_${token})`
    return getComputedStyle(probe).color
  }
  for (const check of document.querySelectorAll('.checks li')) {
    const { token, ground, least } = check.dataset
    const ratio = contrast(drawn(token), drawn(ground))
    // Never rounded up to what it does not reach.
    const words =
      ratio < Number(least)
        ? `Too pale: ${Math.floor(ratio * 10) / 10} : 1, at least ${least} : 1`
        : 'Readable'
    const told = check.querySelector('b')
    // It is a live region: the same words again would be read out again.
    if (told.textContent !== words) told.textContent = words
    check.classList.toggle('pale', ratio < Number(least))
  }
  probe.remove()
}

/** Draws a theme's button in the theme. */
function drawStarter(button) {
  const { surface, text, accent, radius, font, ...rest } = JSON.parse(button.dataset.tokens)
  Object.assign(button.style, { background: surface, color: text, borderRadius: radius, font })
  Object.assign(button.style, { borderColor: accent, borderWidth: rest['border-width'] ?? '1px' })
}

/** @param draw Draws the tags by a rule. */
export async function startEditor(draw) {
  const show = () => {
    draw(rule())
    printed.textContent = rule()
    judge()
  }
  for (const button of editor.querySelectorAll('[data-tokens]')) drawStarter(button)
  editor.addEventListener('input', ({ target }) => {
    touched.add(target.name)
    // One of the two alone would be unreadable on pages of the other scheme.
    if (target.name === 'surface' || target.name === 'text') touched.add('surface').add('text')
    show()
  })
  editor.addEventListener('click', ({ target }) => {
    const button = target.closest('[type=reset]')
    if (!button) return
    // The reset itself comes after the click.
    setTimeout(() => {
      touched.clear()
      for (const [name, value] of Object.entries(JSON.parse(button.dataset.tokens ?? '{}'))) {
        touched.add(name)
        const control = editor.elements[name]
        control.value = control.dataset.unit ? value.replace(control.dataset.unit, '') : value
      }
      show()
    })
  })
  await customElements.whenDefined('pay-checkout')
  show()
}
