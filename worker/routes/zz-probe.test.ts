import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
it('compiles', () => {
  const v = new Ajv2020().compile({ type: 'string' })
  expect([v('x'), v(1)]).toEqual([true, false])
})
