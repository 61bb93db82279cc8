/** Maps the names of states, provinces and territories to the codes that the gateway takes. */
import { COUNTRIES_WITH_STATE } from '../../shared/customer.ts'

/**
 * Country → its states, each as a code and its names: those of ISO 3166-2, of the United States Postal Service, Canada's
 * French ones, and the usual abbreviations. Accents and `&` are left out, as `lettersOf` does.
 */
const STATES: Readonly<Record<string, string>> = {
  US: `AL Alabama/Ala, AK Alaska, AZ Arizona/Ariz, AR Arkansas/Ark, CA California/Calif/Cal, CO Colorado/Colo,
    CT Connecticut/Conn, DE Delaware/Del, DC District of Columbia/Washington DC, FL Florida/Fla, GA Georgia, HI Hawaii,
    ID Idaho/Ida, IL Illinois/Ill, IN Indiana/Ind, IA Iowa, KS Kansas/Kans/Kan, KY Kentucky, LA Louisiana, ME Maine,
    MD Maryland, MA Massachusetts/Mass, MI Michigan/Mich, MN Minnesota/Minn, MS Mississippi/Miss, MO Missouri,
    MT Montana/Mont, NE Nebraska/Nebr/Neb, NV Nevada/Nev, NH New Hampshire, NJ New Jersey, NM New Mexico/N Mex,
    NY New York, NC North Carolina, ND North Dakota/N Dak, OH Ohio, OK Oklahoma/Okla, OR Oregon/Ore/Oreg,
    PA Pennsylvania/Penn, RI Rhode Island, SC South Carolina, SD South Dakota/S Dak, TN Tennessee/Tenn, TX Texas/Tex,
    UT Utah, VT Vermont, VA Virginia, WA Washington/Wash, WV West Virginia/W Va, WI Wisconsin/Wis/Wisc, WY Wyoming/Wyo,
    AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI Virgin Islands/US Virgin Islands,
    FM Micronesia, MH Marshall Islands, PW Palau, AA Armed Forces Americas, AE Armed Forces Europe,
    AP Armed Forces Pacific`,
  CA: `AB Alberta/Alta, BC British Columbia/Colombie-Britannique, MB Manitoba/Man, NB New Brunswick/Nouveau-Brunswick,
    NL Newfoundland and Labrador/Newfoundland Labrador/Newfoundland/Nfld/Terre-Neuve-et-Labrador,
    NS Nova Scotia/Nouvelle-Ecosse, NT Northwest Territories/Territoires du Nord-Ouest/NWT, NU Nunavut, ON Ontario/Ont,
    PE Prince Edward Island/Ile-du-Prince-Edouard/PEI, QC Quebec/Que, SK Saskatchewan/Sask, YT Yukon/Yukon Territory`,
  AU: `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia,
    TAS Tasmania, VIC Victoria, WA Western Australia`,
}

/** Letters alone: case, accents, blanks, hyphens, dots and apostrophes make no other state. */
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Lm}\p{P}\s]/gu, '')
    .toUpperCase()

/** One entry of {@link STATES} → pairs of a name's letters and the code. */
function namesOf(state: string): [letters: string, code: string][] {
  const [code = ''] = state.split(' ', 1)
  return state
    .slice(code.length)
    .split('/')
    .map((name) => [lettersOf(name), code])
}

/** Country → the letters of a name → code. */
const CODES: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(STATES).map(([country, states]) => [
    country,
    new Map(states.split(/,\s+/).flatMap(namesOf)),
  ]),
)

const CODE = /^[A-Z]{2,3}$/

/** Whether a text has the form of a code. Only the gateway knows every code of every country. */
export const isStateCode = (text: string) => CODE.test(text)

/**
 * The code of a state that somebody named, such as `CA` for "California" or "US-CA" (ISO 3166-2).
 *
 * @param text Name or code, in any case.
 * @returns A code stays one, in capitals. A name that the country does not have stays as it is.
 */
export function stateCode(country: string, text: string): string {
  const letters = lettersOf(withoutCountry(country, text))
  const code = CODES.get(country)?.get(letters) ?? letters
  return isStateCode(code) ? code : text
}

/** Without the country's code and what divides it from the rest: letters alone may belong to the code of the region. */
const withoutCountry = (country: string, text: string) => {
  const [start, divider] = [text.slice(0, 2).toUpperCase(), text.slice(2, 3)]
  return start === country && /[\p{Pd}_ ./:]/u.test(divider) ? text.slice(3) : text
}

/**
 * The region of an address, as an order keeps it. Shops and address books have regions for every country, many of them
 * digits or a single letter, which the gateway takes as no state.
 *
 * @returns `undefined` for a region that is no code, in a country whose addresses need none.
 */
export function regionOf(country: string, text: string): string | undefined {
  const state = stateCode(country, text)
  const isNeedless = /^[A-Z]{2}$/.test(country) && !COUNTRIES_WITH_STATE.includes(country)
  return isNeedless && !isStateCode(state) ? undefined : state
}
