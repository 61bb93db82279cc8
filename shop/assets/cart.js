// The cart of the shop, on its page and in the drawer. The browser's storage has how many of each item; the pages have their
// signed offers.
const CART = 'heather-hill:cart'
const PAID = 'heather-hill:paid'

/** So many paid orders are enough to remember: the tag shows a paid one for a day. */
const MOST_PAID = 50

const stored = (key) => {
  try {
    return JSON.parse(localStorage.getItem(key))
  } catch {
    return null
  }
}

/** @returns Quantities by item. */
const readCart = () => new Map(Object.entries(stored(CART) ?? {}).filter(([, quantity]) => quantity > 0))

function store(cart) {
  const kept = [...cart].filter(([, quantity]) => quantity > 0)
  localStorage.setItem(CART, JSON.stringify(Object.fromEntries(kept)))
  draw()
}

const lines = [...document.querySelectorAll('li[data-offer]')]
const drawer = document.querySelector('.drawer')

/** The tag of the cart; in the drawer once that was opened. */
let tag = document.querySelector('pay-checkout[data-cart]')

/** The receipt is in the tag, until the shopper changes the cart. */
let showsReceipt = false

function draw() {
  const cart = readCart()
  const count = [...cart.values()].reduce((sum, quantity) => sum + quantity, 0)
  for (const place of document.querySelectorAll('[data-count]'))
    place.textContent = count ? ` (${count})` : ''
  for (const line of lines) {
    const quantity = cart.get(line.dataset.item) ?? 0
    line.hidden = !quantity
    const input = line.querySelector('input')
    // A shopper may be typing in it.
    if (input.valueAsNumber !== quantity) input.value = quantity
  }
  // What was said of the cart before is not true any more.
  for (const said of document.querySelectorAll('.said')) said.textContent = ''
  const chosen = lines.filter((line) => !line.hidden)
  document.querySelector('.cart')?.toggleAttribute('data-empty', !chosen.length)
  if (tag && !(showsReceipt && chosen.length)) tag.offers = chosen.map(toOffer)
}

const toOffer = (line) => ({ offer: line.dataset.offer, quantity: line.querySelector('input').valueAsNumber })

/** Puts so many of an item into the cart; 0 takes it out. */
function choose(item, quantity) {
  const cart = readCart()
  cart.set(item, quantity)
  showsReceipt = false
  store(cart)
}

/** Takes what an order paid for out of the cart. A reload shows the paid order again, so each order counts once. */
function takeOut({ id, lines: sold = [] }) {
  const paid = stored(PAID) ?? []
  if (paid.includes(id)) return
  localStorage.setItem(PAID, JSON.stringify([...paid, id].slice(-MOST_PAID)))
  const cart = readCart()
  for (const { item, quantity } of sold) cart.set(item, (cart.get(item) ?? 0) - quantity)
  store(cart)
}

function sellCart() {
  tag?.addEventListener('pay-settled', ({ order }) => {
    showsReceipt = true
    takeOut(order)
  })
}

/** @param opener Gets the focus when the shopper closes the drawer: not every browser focuses what is clicked. */
function openDrawer(opener) {
  const template = drawer.querySelector('template')
  if (template) {
    template.replaceWith(template.content)
    tag = drawer.querySelector('pay-checkout')
    sellCart()
    draw()
  }
  opener.focus()
  drawer.showModal()
}

sellCart()

for (const line of lines) {
  const { item } = line.dataset
  const input = line.querySelector('input')
  input.addEventListener('input', () => {
    if (input.value && input.validity.valid) choose(item, input.valueAsNumber)
  })
  // Nobody wants a half, or none, or more than the offer sells.
  input.addEventListener('change', () => {
    const wanted = Math.round(input.valueAsNumber) || 1
    choose(item, Math.min(Math.max(wanted, 1), Number(input.max)))
  })
  line.querySelector('button').addEventListener('click', () => {
    choose(item, 0)
    const said = document.querySelector('.chosen .said')
    said.textContent = `${said.dataset.removed} ${line.querySelector('h2').textContent}`
    // The button that had the focus is gone.
    document.querySelector('#cart-heading').focus()
  })
}

for (const button of document.querySelectorAll('[data-add]')) {
  const { add: item, most } = button.dataset
  const place = button.parentElement
  place.hidden = false
  button.addEventListener('click', () => {
    const quantity = Math.min((readCart().get(item) ?? 0) + 1, Number(most))
    choose(item, quantity)
    openDrawer(button)
    const said = drawer.querySelector('[data-added]')
    said.textContent = `${said.dataset.added} ${quantity}`
  })
}

// The link leads to the cart's page where there is no drawer, in a new tab, and without this script.
const link = document.querySelector('header a[href$="cart.html"]')
if (drawer && link) {
  link.ariaHasPopup = 'dialog'
  link.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    openDrawer(link)
  })
}

// Another tab changes the cart, and a page that the browser kept comes back as it was.
addEventListener('storage', draw)
addEventListener('pageshow', draw)
draw()
