/** The search would find a security code that the edge stored. */
import { serialize } from 'node:v8'
import { describe, expect, it } from 'vitest'
import { searchFor, searchForCode, written } from '../../support/leaks.ts'
import { session } from '../../support/merchant/selling.ts'

const orderFiles = async () => (await written('edge')).filter(([path]) => /\bOrder\b.*sqlite/.test(path))

it.each(['Marked Ware 7731', 'Marked Ware 7732 …'])(
  'finds %s in the files of an order, in UTF-16 too',
  async (text) => {
    await session({ description: text })

    const search = searchFor(text.replace(' …', ''))
    expect((await orderFiles()).flatMap(([path, content]) => search(path, content))).not.toEqual([])
  },
)

/** No other test uses these values. */
const CODES = ['864', '8642']

describe('the search for a code', () => {
  it.each(CODES)('finds %s in a serialized value', (code) => {
    const content = serialize({ cvv: code }).toString('latin1')

    expect(searchForCode(code)('a value', content)).toEqual(['code in a value'])
  })

  it.each(CODES)('does not take a part of a longer text for %s', (code) => {
    const content = serialize({ cvv: `${code}0`, id: `1${code}` }).toString('latin1')

    expect(searchForCode(code)('a value', content)).toEqual([])
  })

  it.each(CODES)('finds %s in the files of an order that was opened with it', async (code) => {
    await session({ description: code })

    expect((await orderFiles()).flatMap(([path, content]) => searchForCode(code)(path, content))).not.toEqual(
      [],
    )
  })
})
