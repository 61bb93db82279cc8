import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import type { Browser } from '../browser.ts'
import { openTab, startOptions } from './chromium.ts'

/** Chromium's number for "block" in a content setting. */
const BLOCK = 2

/** Sites of a stack whose pages lie in frames of the shop's. */
const FRAMED = ['pay', 'gateway', 'bank']

const exceptions = FRAMED.map((site) => [`[*.]${site}.localhost,[*.]shop.localhost`, { setting: BLOCK }])

/** A shopper's settings. The exceptions also block partitioned cookies. */
const PREFERENCES = {
  profile: {
    block_third_party_cookies: true,
    cookie_controls_mode: 1,
    content_settings: { exceptions: { cookies: Object.fromEntries(exceptions) } },
  },
}

/** Starts a Chromium that blocks cookies and storage of frames of other sites. All its tabs are one profile. */
export async function launchCookielessChromium(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-checkout-chromium-'))
  await mkdir(join(folder, 'Default'))
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(PREFERENCES))
  const context = await chromium.launchPersistentContext(folder, startOptions())
  return {
    open: (url, options = {}) => openTab(context, url, options),
    close: async () => {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
