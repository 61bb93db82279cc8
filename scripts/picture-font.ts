/** The one font of the pictures that the tests keep and the docs show, so that words have the same shapes and widths on every machine. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Rubik has the letters of Latin, Cyrillic, Hebrew and Arabic. */
const FONT = dirname(fileURLToPath(import.meta.resolve('@expo-google-fonts/rubik/package.json')))

/** What pages ask for: the tag's own font, and those of the demo shop. */
const FAMILIES = ['system-ui', 'sans-serif', 'sans', 'Sans', 'Cantarell', 'serif', 'Georgia', 'monospace']

/** Grey edges without hints, whatever the machine's screen would want. */
const configuration = (cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${FONT}/400Regular</dir><dir>${FONT}/700Bold</dir>
  <cachedir>${cache}</cachedir>
  ${FAMILIES.map((family) => `<alias binding="same"><family>${family}</family><prefer><family>Rubik</family></prefer></alias>`).join('\n  ')}
  <match target="font">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>false</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`

/**
 * Gives the font alone to every browser that this process starts from now on. Fontconfig finds it, so no page changes for the
 * pictures, and a frame of another site has the font too.
 *
 * @returns Gives later browsers the machine's fonts again. Call it once the browsers have ended.
 */
export async function usePictureFont(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-font-'))
  const file = join(folder, 'fonts.conf')
  await writeFile(file, configuration(join(folder, 'cache')))
  // Pages of Firefox may read fonts in the system's folders alone.
  const variables = { FONTCONFIG_FILE: file, MOZ_DISABLE_CONTENT_SANDBOX: '1' }
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  return async () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    await rm(folder, { recursive: true, force: true })
  }
}

const WORD = 'Checkout €12.50'

/** How wide Rubik writes it in letters of 100 px. */
const WORD_WIDTH_PX = 793

/** What of a page, or of a frame in it, this needs. */
interface Page {
  evaluate<Result>(script: string): Promise<Result>
}

/** Fails where the page draws in another font: such pictures would hold nothing, and look broken. */
export async function expectPictureFont(page: Page): Promise<void> {
  const width = await page.evaluate<number>(`(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    canvas.font = '100px system-ui'
    return canvas.measureText('${WORD}').width
  })()`)
  if (Math.abs(width - WORD_WIDTH_PX) > 2)
    throw new Error(
      `“${WORD}” is ${width} px wide and not ${WORD_WIDTH_PX}: the browser lacks the pictures’ font`,
    )
}
