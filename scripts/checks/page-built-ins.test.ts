import { describe, expect, it } from 'vitest'
import { barePageNames, pageBuiltIns } from '../../widget/build/page-built-ins.ts'

describe('the names that a built tag takes as the page left them', () => {
  it.each([
    ['a class', 'new URL(`a`)', ['URL']],
    ['a function', 'let f=()=>open()', ['open']],
    ['a default value', 'let f=({a=crypto})=>a', ['crypto']],
    ['a computed property', 'let a={};a[name]', ['name']],
    ['a shorthand property', 'let a={fetch}', ['fetch']],
  ])('has %s', (_, code, names) => {
    expect(barePageNames(code)).toEqual(names)
  })

  it.each([
    ['a variable of its own', 'const URL=globalThis.URL;new URL(`a`)'],
    ['variables taken out of an object', 'const{URL:a,Map}=globalThis;new a(new Map)'],
    ['a parameter', 'let f=(open,...rest)=>open(rest)'],
    ['what an exception is called', 'try{}catch(e){e}'],
    ['a property', 'globalThis.open();let a={open(){},fetch:1};class B{static crypto=1}'],
    ['the document', 'document.title'],
    ['the address of the script', 'import.meta.url'],
  ])('has not %s', (_, code) => {
    expect(barePageNames(code)).toEqual([])
  })
})

it('takes what a payment hangs on from one file', () => {
  expect(Object.keys(pageBuiltIns())).toEqual(
    expect.arrayContaining(['Promise', 'URL', 'Event', 'crypto', 'fetch', 'open', 'setTimeout']),
  )
})
