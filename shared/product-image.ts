/** Addresses of products' pictures. The desk, the command line and the edge check them alike; the file loads no validator. */
import { isPlain } from './plain-text.ts'

/** The most characters of a picture's address, as of the merchant's logo. */
export const MAX_IMAGE_CHARACTERS = 512

/**
 * Whether a text is the address of a picture: absolute, https, without blanks and without a user's name or password. Which
 * origins it may be on, the edge's settings say.
 */
export function isImageAddress(text: string): boolean {
  if (text.length > MAX_IMAGE_CHARACTERS || !isPlain(text) || !/^https:\/\/\S+$/.test(text)) return false
  if (!URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}
