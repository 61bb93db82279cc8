/** A card brand's name as people write it: gateways shout. An abbreviation of three letters stays. */
export const brandName = (brand: string): string =>
  brand.replace(/(?<=[A-Z])[A-Z]{3,}/g, (letters) => letters.toLowerCase())
