import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import Shop from './Shop'

const app = document.querySelector('#app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <Shop />
    </StrictMode>,
  )
