import { render } from 'preact'
import Shop from './Shop'

const app = document.querySelector('#app')
if (app) render(<Shop />, app)
