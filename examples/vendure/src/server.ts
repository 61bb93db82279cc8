import process from 'node:process'
import { bootstrap } from '@vendure/core'
import { config } from './config.js'

bootstrap(config).catch((error) => {
  console.error(error)
  process.exit(1)
})
