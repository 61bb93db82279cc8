import { describe, expect, it } from 'vitest'
import { elementsIn, withOffers } from './checkout-tags.ts'

const LINK = 'https://pay.example.com/pay#offer=NEW'

const rewritten = (html: string) => withOffers(html, () => ({ offer: 'NEW', link: LINK }))

describe('withOffers', () => {
  it.each([
    ['adds an offer', '<pay-checkout item="mug">', '<pay-checkout offer="NEW" item="mug">'],
    ['replaces an offer', '<pay-checkout offer="OLD" item="mug">', '<pay-checkout offer="NEW" item="mug">'],
    [
      'replaces an offer without quotes',
      '<pay-checkout offer=OLD item=mug>',
      '<pay-checkout offer="NEW" item=mug>',
    ],
    [
      'writes into a tag of capital letters',
      '<PAY-CHECKOUT ITEM="mug">',
      '<PAY-CHECKOUT offer="NEW" ITEM="mug">',
    ],
    [
      'writes into a template',
      '<template><pay-checkout item="a">',
      '<template><pay-checkout offer="NEW" item="a">',
    ],
    [
      'writes into the lines of a cart',
      '<pay-checkout><pay-line item="mug" quantity="2"></pay-line><pay-line product="cup"></pay-line></pay-checkout>',
      '<pay-checkout><pay-line offer="NEW" item="mug" quantity="2"></pay-line><pay-line product="cup"></pay-line></pay-checkout>',
    ],
    ['leaves a tag without an item', '<pay-checkout offer="OLD">', '<pay-checkout offer="OLD">'],
    ['leaves a comment', '<!-- <pay-checkout item="a"> -->', '<!-- <pay-checkout item="a"> -->'],
    [
      'leaves text of a script',
      '<script>"<pay-checkout item=a>"</script>',
      '<script>"<pay-checkout item=a>"</script>',
    ],
    [
      'renews the link for blocked scripts',
      '<pay-checkout item="a"><a class=b href="https://pay.example.com/pay#offer=OLD">Pay</a></pay-checkout>',
      `<pay-checkout offer="NEW" item="a"><a class=b href="${LINK}">Pay</a></pay-checkout>`,
    ],
    [
      'leaves other links',
      '<pay-checkout item="a"><a href="/help">Help</a></pay-checkout>',
      '<pay-checkout offer="NEW" item="a"><a href="/help">Help</a></pay-checkout>',
    ],
  ])('%s', (_, html, expected) => {
    expect(rewritten(html)).toBe(expected)
  })

  it.each([
    ['of the page', '<html lang="de"><pay-checkout item="a">', 'de'],
    ['of the nearest element', '<html lang="de"><div lang="fr-CH"><pay-checkout item="a">', 'fr-ch'],
    ['of the tag’s locale', '<html lang="de"><pay-checkout item="a" locale="it" lang="fr">', 'it'],
    ['of the tag around a line', '<html lang="de"><pay-checkout locale="it"><pay-line item="a">', 'it'],
    ['of what is around a template', '<html lang="de"><template><pay-checkout item="a">', 'de'],
    ['of a page that says none', '<pay-checkout item="a">', undefined],
  ])('asks for the offer in the language %s', (_, html, language) => {
    const asked: (string | undefined)[] = []

    withOffers(html, (_, of) => {
      asked.push(of)
      return { offer: 'NEW', link: LINK }
    })

    expect(asked).toEqual([language])
  })

  it('changes nothing the second time', () => {
    const once = rewritten('<p>ä <pay-checkout item="a"></pay-checkout>\r\n<pay-checkout item="b">')

    expect(rewritten(once)).toBe(once)
  })
})

describe('elementsIn', () => {
  it('counts lines and decodes attributes', () => {
    const found = elementsIn('<p>\n<pay-checkout item="a&amp;b">').filter(
      ({ name }) => name === 'pay-checkout',
    )

    expect(found).toEqual([{ name: 'pay-checkout', attributes: { item: 'a&b' }, line: 2 }])
  })
})
