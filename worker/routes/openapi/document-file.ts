/** The file with the public API document, which the build makes and the edge serves, so that its script need not hold it. */

/** Its path among the edge's static files. */
export const DOCUMENT_FILE = 'api-document.json'

/** The edge's origin in the file. The edge puts its own in its place. */
export const DOCUMENT_ORIGIN = 'https://pay.example.com'
