import { describe, expect, it } from 'vitest'
import { operations } from '../../worker/gateway/operations.ts'
import { currentReference } from '../reference.ts'
import { table } from './markdown-table.ts'

const page = currentReference()
const sectionOf = (name: string) => page.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? ''

describe('the reference page', () => {
  it.each(Object.entries(operations))(
    'has a section of %s with every field that it may send',
    (name, row) => {
      const { fields, choices = {} } = row as {
        fields: object
        choices?: Record<string, Record<string, object>>
      }
      const sets = Object.values(choices).flatMap((options) => Object.values(options))
      const wire = [fields, ...sets].flatMap((set) => Object.keys(set))

      const section = sectionOf(name)

      expect(section).toContain(`Path: \`${row.path}\``)
      expect(wire.filter((field) => !section.includes(`| \`${field}\` |`))).toEqual([])
    },
  )

  it.each([
    ['sale', '- Signed with: control over `endpointId`, `clientOrderId`, `amountMinor`, `email`\n'],
    ['sale', '| `cvv2` | `cvv` | required for card: card | 4 | 3 or 4 digits |'],
    ['sale', '| `cvv2` | `cvv` | optional for card: reference | 4 | 3 or 4 digits |'],
    ['upload-cres-result', '- Path: `/api/3ds/v1/upload-cres-result`, a group without `group/`\n'],
    [
      'payout-form',
      '- Signed with: OAuth, hmac-sha1, unless `schemes.payout-form` of the profile says otherwise;',
    ],
    ['upload-method-url-result', '`POST /v1/orders/{id}/method`, and the edge by itself\n'],
    ['create-recurring-payment', '| `credit-card-number` | `cardNumber` | required for card: card | 20 |'],
    ['void', '- Lost reply: the captured and returned totals are compared'],
    ['transfer', '- In the specification: without a name, no schemas\n'],
    ['get-card-info', 'Assumed, since the specification is silent:\n\n- '],
    ['Choices of the profile', '| `threeDs.names.acsUrl` | `"acs-url"` |'],
    ['Choices of the profile', '| `schemes.payout-pay` | `"rsa-sha256"` |'],
  ])('says of %s: %s', (name, text) => {
    expect(sectionOf(name)).toContain(text)
  })

  it('writes cells that hold the mark between cells', () => {
    expect(table(['a', 'b'], [['x|y', 'z']])).toBe('| a | b |\n| --- | --- |\n| x\\|y | z |\n')
  })
})
