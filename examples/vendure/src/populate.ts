/** Fills a new shop: a country, a tax, a way to ship, this way to pay, and the products of `products.csv`. */
import { join } from 'node:path'
import process from 'node:process'
import { bootstrap, LanguageCode } from '@vendure/core'
import { populate } from '@vendure/core/cli'
import { config } from './config.js'

const initialData = {
  defaultLanguage: LanguageCode.en,
  defaultZone: 'Europe',
  countries: [{ code: 'DE', name: 'Germany', zone: 'Europe' }],
  taxRates: [{ name: 'Standard Tax', percentage: 20 }],
  shippingMethods: [{ name: 'Parcel', price: 500, taxRate: 20 }],
  paymentMethods: [{ name: 'Pay online', handler: { code: 'pay-checkout', arguments: [] } }],
  collections: [],
}

populate(() => bootstrap(config), initialData, join(__dirname, '..', 'products.csv'))
  .then((app) => app.close())
  .then(
    () => process.exit(0),
    (error) => {
      console.error(error)
      process.exit(1)
    },
  )
