import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EngineName } from '../../scripts/suites/engines.ts'
import type { Browser, TabOptions } from '../browser.ts'
import { type ContractPages, startContractPages } from './contract-pages.ts'
import { whyMissing } from './executables.ts'
import { launch } from './launch.ts'

/** What is used up on purpose. A busy machine makes its first try in it, which tells the obstacle. */
const IMPATIENT: TabOptions = { patienceMs: 8_000 }

/**
 * Tries one engine on everything that `browser.ts` promises, under a content security policy as strict as ours.
 *
 * @param start Starts the engine.
 */
export function describeEngine(engine: EngineName, start = () => launch(engine)): void {
  const missing = whyMissing(engine)
  describe.skipIf(missing)(missing ? `${engine}: ${missing}` : engine, () => {
    let browser: Browser
    let pages: ContractPages
    const open = (path: string, options?: TabOptions) => browser.open(pages.at('shop', path), options)

    beforeAll(async () => {
      pages = await startContractPages()
      browser = await start()
    })

    afterAll(async () => {
      await browser?.close()
      await pages?.close()
    })

    it('clicks once on a button inside nested shadow roots', async () => {
      const tab = await open('/')

      await tab.click('outer-tag inner-tag [part=pay]')

      expect(await tab.text('#count', /[1-9]/)).toBe('1 clicks')
      await tab.close()
    })

    it('replaces the value of a field inside nested shadow roots by real keys', async () => {
      const tab = await open('/')
      const email = "Zoë.O'Neil+1@example.com"

      await tab.type('outer-tag input', email)

      expect(await tab.text('#said', /com$/)).toBe(email)
      expect(await tab.text('outer-tag input')).toBe(email)
      expect(Number.parseInt(await tab.text('#keys'), 10)).toBeGreaterThanOrEqual(email.length)
      await tab.close()
    })

    it('empties a field', async () => {
      const tab = await open('/')

      await tab.type('outer-tag input', '')

      expect(await tab.text('outer-tag input')).toBe('')
      await tab.close()
    })

    it('chooses an option', async () => {
      const tab = await open('/')

      await tab.choose('inner-tag select', 'FR')

      expect(await tab.text('#said', /./)).toBe('FR')
      await tab.close()
    })

    it('reads text as it is seen, slots and shadow roots included', async () => {
      const tab = await open('/')

      expect(await tab.text('outer-tag')).toMatch(/^outer says hello Pay now E-mail/)
      expect(await tab.text('.twice')).toBe('shown')
      await tab.close()
    })

    it('waits with a click until the button is enabled', async () => {
      const tab = await open('/')

      await tab.click('#late')

      expect(await tab.text('#count', /[1-9]/)).toBe('1 clicks')
      await tab.close()
    })

    it('brings a button into view before it clicks', async () => {
      const tab = await open('/')

      await tab.click('#below')

      expect(await tab.text('#count', /[1-9]/)).toBe('1 clicks')
      await tab.close()
    })

    it('waits until an element is gone', async () => {
      const tab = await open('/')

      await tab.gone('#fleeting')

      expect(await tab.evaluate('document.getElementById("fleeting")')).toBeNull()
      await tab.close()
    })

    it('names selector, page and obstacle when its patience ends', async () => {
      const tab = await open('/covered', IMPATIENT)

      await Promise.all([
        expect(tab.click('#pay')).rejects.toThrow(
          /^#pay on http:\S+\/covered: is covered by <div id="cover"/,
        ),
        expect(tab.text('#none')).rejects.toThrow(/^#none on http:\S+\/covered: is not there/),
        expect(tab.text('#pay', /Paid/)).rejects.toThrow(/: says "Pay", which does not match \/Paid\//),
        expect(tab.gone('#pay')).rejects.toThrow(/: is still visible/),
      ])
      await tab.close()
    })

    it('types and clicks in frames of other sites, also nested ones', async () => {
      const tab = await open('/frames')

      const edge = await tab.frame('outer-tag iframe')
      const bank = await edge.frame('iframe')
      await edge.type('#pan', '4444')
      await bank.type('#code', '123')
      await bank.click('#confirm')

      expect(await edge.text('#pan')).toBe('4444')
      expect(await tab.text('#message', /code/)).toBe('code 123 from bank.localhost')
      await tab.close()
    })

    it('waits for a frame that is not there yet', async () => {
      const tab = await open('/soon-framed')

      const edge = await tab.frame('iframe')

      expect(await edge.text('#where')).toBe('Hopped')
      await tab.close()
    })

    it('fails where no frame comes, within a frame too', async () => {
      const tab = await open('/edge', IMPATIENT)
      const bank = await tab.frame('iframe')

      await Promise.all(
        [tab, bank].map((page) => expect(page.frame('.none')).rejects.toThrow(/: is not there/)),
      )
      await tab.close()
    })

    it('brings nested frames of other sites into view before it types and clicks in them', async () => {
      const tab = await open('/far')

      const bank = await (await tab.frame('iframe')).frame('iframe')
      await bank.type('#code', '456')
      await bank.click('#confirm')

      expect(await tab.text('#message', /code/)).toBe('code 456 from bank.localhost')
      await tab.close()
    })

    it('types and clicks where a form was posted into a frame, within a frame of a modal dialog', async () => {
      const tab = await open('/dialog', { width: 390 })

      const bank = await (await tab.frame('outer-tag dialog iframe')).frame('[name=bank]')
      await bank.type('#code', '789')
      await bank.click('#confirm')

      expect(await tab.text('#message', /code/)).toBe('code 789 from bank.localhost')
      await tab.close()
    })

    it('keeps a frame usable when it navigates', async () => {
      const tab = await open('/frames')

      const edge = await tab.frame('outer-tag iframe')
      await edge.click('#hop')

      expect(await edge.text('#where', /./)).toBe('Hopped')
      await tab.close()
    })

    it('evaluates under a strict policy and awaits promises', async () => {
      const tab = await open('/')

      expect(await tab.evaluate('Promise.resolve({ title: document.title, list: [1, null] })')).toEqual({
        title: 'Shop',
        list: [1, null],
      })
      await tab.close()
    })

    it('goes back to a page that the page cache kept', async () => {
      const tab = await open('/')
      await tab.click('outer-tag [part=pay]')
      await tab.text('#count', /1/)
      // What leaves moves the link up, and no pointer hits what moves.
      await tab.gone('#fleeting')

      await tab.click('#next')
      await tab.text('h1', /Next/)
      await tab.back()

      expect(await tab.text('#shown', /cache/)).toBe('from the page cache')
      expect(await tab.text('#count')).toBe('1 clicks')
      await tab.click('outer-tag [part=pay]')
      expect(await tab.text('#count', /2/)).toBe('2 clicks')
      await tab.close()
    })

    it('follows the address, its fragment and history included', async () => {
      const tab = await open('/')

      await tab.evaluate('history.pushState({ step: 2 }, "", "/?a=1#pay-order=x.y")')

      expect(await tab.waitForUrl(/#pay-order=/)).toBe(pages.at('shop', '/?a=1#pay-order=x.y'))
      await tab.back()
      expect(await tab.url()).toBe(pages.at('shop', '/'))
      await tab.goto(pages.at('edge', '/next'))
      await tab.reload()
      expect(await tab.url()).toBe(pages.at('edge', '/next'))
      await tab.close()
    })

    it('shares storage among the tabs of one profile only', async () => {
      const first = await open('/')
      await first.evaluate('localStorage.setItem("key", "kept")')
      const second = await open('/')
      const stranger = await open('/', { profile: 'stranger' })

      expect(await second.evaluate('localStorage.getItem("key")')).toBe('kept')
      expect(await stranger.evaluate('localStorage.getItem("key")')).toBeNull()
      await second.click('outer-tag [part=pay]')
      await first.click('outer-tag [part=pay]')
      expect(await first.text('#count', /[1-9]/)).toBe('1 clicks')
      await Promise.all([first.close(), second.close(), stranger.close()])
    })

    it('acts in a page that replaces built-in objects, and in that of another site', async () => {
      const tab = await open('/replaced', { replacesBuiltIns: true, width: 900 })

      await tab.type('input', 'Ann')
      expect(await tab.text('#typed', /n$/)).toBe('Ann')
      expect(await tab.evaluate('[innerWidth, Promise.later.length]')).toEqual([900, 0])
      await tab.click('button')

      expect(await tab.text('h1')).toBe('Next page')
      await tab.back()
      await tab.type('input', 'Bob')
      expect(await tab.text('#typed', /b$/)).toBe('Bob')
      await tab.close()
    })

    it('opens a tab in the asked size and colours', async () => {
      const tab = await open('/', { width: 390, height: 700, dark: true })

      expect(await tab.evaluate('[innerWidth, innerHeight]')).toEqual([390, 700])
      expect(await tab.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true)
      await tab.close()
    })

    it('opens a tab in light colours and desktop size otherwise', async () => {
      const tab = await open('/')

      expect(await tab.evaluate('[innerWidth, innerHeight]')).toEqual([1280, 800])
      expect(await tab.evaluate('matchMedia("(prefers-color-scheme: light)").matches')).toBe(true)
      await tab.close()
    })

    it('writes a picture of what is seen', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pay-shot-'))
      const tab = await open('/')

      await tab.shot(join(folder, 'new', 'page.png'))

      const picture = await readFile(join(folder, 'new', 'page.png'))
      expect(picture.subarray(1, 4).toString()).toBe('PNG')
      expect(picture.readUInt32BE(16)).toBe(1280)
      await tab.close()
      await rm(folder, { recursive: true })
    })
  })
}
