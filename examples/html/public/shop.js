const button = document.querySelector('button')
const checkout = document.querySelector('pay-checkout')
const thanks = document.querySelector('#thanks')

button?.addEventListener('click', () => {
  if (!checkout) return
  if (checkout.isConnected) checkout.remove()
  else button.after(checkout)
  button.textContent = checkout.isConnected ? 'Close' : 'Buy'
})

checkout?.addEventListener('pay-settled', ({ order }) => {
  if (thanks) thanks.textContent = `Thank you: ${order.reference}`
})
