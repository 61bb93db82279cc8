/** The name of the one object that keeps the catalogue. */
export const CATALOGUE = 'catalogue'
