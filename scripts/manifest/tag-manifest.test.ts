/** The manifest is whole, and what editors and compilers get is made from it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import Ajv from 'ajv'
import { beforeAll, describe, expect, it } from 'vitest'
import { vscodeData, webTypes } from './editor-data.ts'
import { type TagElements, tagElements, tagManifest } from './tag-manifest.ts'

let elements: TagElements

beforeAll(() => {
  elements = tagElements()
})

const names = (entries: readonly { readonly name: string }[] = []) => entries.map(({ name }) => name)

describe('the manifest of the tag', () => {
  it('has the form of a Custom Elements Manifest', async () => {
    const path = createRequire(import.meta.url).resolve('custom-elements-manifest/schema.json')
    const validate = new Ajv({ strict: false }).compile(JSON.parse(await readFile(path, 'utf8')))

    validate(JSON.parse(JSON.stringify(tagManifest(elements))))

    expect(validate.errors).toBeNull()
  })

  it('has what pages use, and nothing that the browser or the class itself calls', () => {
    expect(names(elements.checkout.members)).toEqual(
      expect.arrayContaining(['offer', 'returnUrl', 'order', 'submit', 'checkValidity']),
    )
    for (const inner of ['terms', 'renderRoot', 'connectedCallback', 'updated', 'styles', '#order'])
      expect(names(elements.checkout.members)).not.toContain(inner)
  })

  it('calls types by their published names', () => {
    const types = elements.checkout.members.map((member) =>
      member.kind === 'field' ? member.type?.text : undefined,
    )

    expect(types).toContain('readonly PayLine[] | undefined')
    expect(types.join()).not.toMatch(/OrderView|CheckoutLine|\bCustomer\b|\bLabels\b/)
  })

  it('knows the values of an attribute that takes few', () => {
    const { attributes } = elements.checkout

    expect(attributes.find(({ name }) => name === 'return-join')).toMatchObject({
      ...{ type: { text: "'&' | '?'" }, fieldName: 'returnJoin' },
    })
  })
})

describe('an editor', () => {
  it('offers the values of an attribute, and none for a text', () => {
    const [checkout] = vscodeData(elements).tags

    const theme = checkout?.attributes.find(({ name }) => name === 'theme')
    const offer = checkout?.attributes.find(({ name }) => name === 'offer')

    expect(theme).toMatchObject({ values: [{ name: 'light' }, { name: 'dark' }, { name: 'auto' }] })
    expect(offer).not.toHaveProperty('values')
  })

  it('knows both elements, with slots, events, parts and custom properties of the tag', () => {
    const { contributions } = webTypes(elements, { name: 'tag', version: '1.0.0' })
    const [checkout, line] = contributions.html.elements

    expect([checkout?.name, line?.name]).toEqual(['pay-checkout', 'pay-line'])
    expect(names(checkout?.slots)).toContain('terms')
    expect(names(checkout?.js.events)).toContain('pay-settled')
    expect(names(checkout?.css['pseudo-elements'])).toContain('part(button)')
    expect(names(checkout?.css.properties)).toContain('--pay-accent')
  })
})
