/** What a translator has to know about one text. */
export interface Note {
  /** Where the shopper reads it. */
  readonly where: string
  /** The most characters, with placeholders counted as they are written. */
  readonly max: number
  /** What the text must say, or must not, whatever the words: money hangs on it. */
  readonly promise?: string
}

/** Makes the notes of one place on the screen, such as buttons. */
export const notesOf =
  (place: string, max: number) =>
  (where = '', promise = ''): Note => ({
    where: where ? `${place}: ${where}` : place,
    max,
    ...(promise && { promise }),
  })
