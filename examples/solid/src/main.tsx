import { render } from 'solid-js/web'
import Shop from './Shop'

const app = document.querySelector('#app')
if (app) render(() => <Shop />, app)
