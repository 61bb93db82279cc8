/** The edge accepts the values that docs/deploy.md names for withdrawing every origin and every offer key. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { SECRET_SETTINGS } from '../../cli/setup/secret-settings.ts'
import { readConfig } from '../../worker/config/config.ts'
import { ROOT } from '../root.ts'

const guide = await readFile(join(ROOT, 'docs/deploy.md'), 'utf8')

const [, section = ''] = guide.split('\n## Withdraw a key or an origin\n')

const named = [...section.matchAll(/`"([A-Z_]+)": ([[{][^`]*)`/g)].map(([, name = '', value = '']) => ({
  name,
  value,
}))

it('names a value that withdraws all origins, and one that withdraws all offer keys', () => {
  expect(named.map(({ name }) => name)).toEqual(['ALLOWED_ORIGINS', 'OFFER_KEYS'])
})

it.each(named)('$name takes $value', ({ name, value }) => {
  const wrong = readConfig({ [name]: value })

  // The other settings are missing here.
  expect(wrong.ok ? [] : wrong.reason.map(({ setting }) => setting)).not.toContain(name)
  expect(readConfig({ [name]: 'https://shop.example' })).toMatchObject({
    reason: expect.arrayContaining([expect.objectContaining({ setting: name })]),
  })
  expect(Object.values(JSON.parse(value)).flat()).toEqual([])
})

it('has an example that names every secret, and gives none a value', async () => {
  const example = await readFile(join(ROOT, '.dev.vars.example'), 'utf8')

  const lines = [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)]

  expect(lines.map(([, name]) => name).sort()).toEqual([...SECRET_SETTINGS].sort())
  expect(lines.filter(([, , value]) => value)).toEqual([])
})
