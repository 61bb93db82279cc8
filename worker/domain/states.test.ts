import { describe, expect, it } from 'vitest'
import { isStateCode, regionOf, stateCode } from './states.ts'

describe('stateCode', () => {
  it.each([
    ['US', 'California', 'CA'],
    ['US', 'california', 'CA'],
    ['US', ' NEW  YORK ', 'NY'],
    ['US', 'Washington', 'WA'],
    ['US', 'Washington, D.C.', 'DC'],
    ['US', 'U.S. Virgin Islands', 'VI'],
    ['US', 'Hawaiʻi', 'HI'],
    ['US', 'Hawai’i', 'HI'],
    ['US', 'Armed Forces Pacific', 'AP'],
    ['CA', 'Québec', 'QC'],
    ['CA', 'quebec', 'QC'],
    ['CA', 'Newfoundland and Labrador', 'NL'],
    ['CA', 'Terre-Neuve-et-Labrador', 'NL'],
    ['CA', 'Nouvelle-Écosse', 'NS'],
    ['CA', 'Île-du-Prince-Édouard', 'PE'],
    ['CA', 'P.E.I.', 'PE'],
    ['CA', 'Territoires du Nord‑Ouest', 'NT'],
    ['CA', 'Yukon', 'YT'],
    ['CA', 'Newfoundland & Labrador', 'NL'],
    ['CA', 'Nfld.', 'NL'],
    ['CA', 'Ont.', 'ON'],
    ['CA', 'Que', 'QC'],
    ['CA', 'Man.', 'MB'],
    ['US', 'Tex', 'TX'],
    ['US', 'Calif.', 'CA'],
    ['US', 'W. Va.', 'WV'],
    ['US', 'N. Mex.', 'NM'],
    ['AU', 'New South Wales', 'NSW'],
    ['AU', 'Western Australia', 'WA'],
    ['AU', 'northern territory', 'NT'],
    ['US', 'US-CA', 'CA'],
    ['US', 'us_ny', 'NY'],
    ['CA', 'CA–QC', 'QC'],
    ['AU', 'AU NSW', 'NSW'],
    ['US', 'US-California', 'CA'],
    ['ES', 'ES-MD', 'MD'],
    ['CO', 'COR', 'COR'],
    ['CA', 'CA', 'CA'],
  ])('in %s knows %s', (country, name, code) => {
    expect(stateCode(country, name)).toBe(code)
  })

  it.each([
    ['US', 'CA', 'CA'],
    ['US', ' ca ', 'CA'],
    ['US', 'N.Y.', 'NY'],
    ['AU', 'n.s.w.', 'NSW'],
    ['CA', 'On', 'ON'],
    ['DE', 'by', 'BY'],
    ['US', 'XX', 'XX'],
    ['US', 'Ont', 'ONT'],
  ])('in %s keeps the code %s', (country, typed, code) => {
    expect(stateCode(country, typed)).toBe(code)
  })

  it.each([
    ['US', 'Ontario'],
    ['CA', 'California'],
    ['AU', 'Washington'],
    ['DE', 'Bayern'],
    ['', 'California'],
    ['US', 'Californias'],
    ['US', 'CA 90210'],
    ['US', 'Калифорния'],
    ['constructor', 'name'],
  ])('in %j knows no %s, and makes no code of it', (country, name) => {
    expect(stateCode(country, name)).toBe(name)
    expect(isStateCode(name)).toBe(false)
  })
})

describe('regionOf', () => {
  it.each([
    ['ES', 'M'],
    ['ES', 'ES-M'],
    ['JP', 'JP13'],
    ['JP', 'JP-13'],
    ['JP', '東京都'],
    ['RO', 'B'],
    ['DE', 'Bayern'],
    ['FR', '75'],
    ['IN', 'Maharashtra'],
  ])('in %s, where none is needed, drops %s', (country, region) => {
    expect(regionOf(country, region)).toBeUndefined()
  })

  it.each([
    ['ES', 'MD', 'MD'],
    ['IT', 'it-rm', 'RM'],
    ['MX', 'JAL', 'JAL'],
  ])('in %s keeps the code of %s', (country, region, code) => {
    expect(regionOf(country, region)).toBe(code)
  })

  it.each([
    ['US', 'M'],
    ['CA', 'Bavaria'],
    ['AU', '13'],
    ['', 'M'],
    ['es', 'M'],
  ])('in %j, which may need one, keeps what is none, to be refused: %s', (country, region) => {
    expect(regionOf(country, region)).toBe(region)
  })
})
