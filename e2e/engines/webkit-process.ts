import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTethered, type Tethered } from '../../scripts/stack/tethered.ts'
import type { TabOptions } from '../browser.ts'
import { executable } from './executables.ts'
import { patiently } from './patience.ts'
import { WebDriver } from './webdriver.ts'

/** A browser with its driver and its display. */
export interface WebkitProcess {
  readonly driver: WebDriver
  /** Ends browser, driver and display. */
  end(): Promise<void>
}

/** Small buttons of the browser itself, which else keep a window wider than a phone. */
const SMALL_BUTTONS = '* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0 }'

/**
 * Starts a driver and a browser, and a display if there is none.
 *
 * @throws {EngineMissing} if one of the three is not installed.
 */
export async function startWebkit({ dark = false }: TabOptions): Promise<WebkitProcess> {
  const binary = executable('webkit', 'MiniBrowser')
  const folder = await configFolder()
  const display = await startDisplay()
  const port = await freePort()
  const env = {
    ...process.env,
    ...{ DISPLAY: display.name, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita', XDG_CONFIG_HOME: folder },
  }
  const command = [executable('webkit', 'WebKitWebDriver'), `--port=${port}`]
  const processes = [...display.processes, await startTethered(command, { env })]
  const endAll = async () => {
    await Promise.all(processes.map(({ stop }) => stop()))
    await rm(folder, { recursive: true, force: true })
  }
  const driver = await startSession(port, binary).catch((cause) => endAll().then(() => Promise.reject(cause)))
  return { driver, end: () => driver.delete().then(endAll, endAll) }
}

async function configFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pay-webkit-'))
  for (const toolkit of ['gtk-3.0', 'gtk-4.0']) {
    await mkdir(join(folder, toolkit))
    await writeFile(join(folder, toolkit, 'gtk.css'), SMALL_BUTTONS)
  }
  return folder
}

async function startSession(port: number, binary: string): Promise<WebDriver> {
  const address = `http://127.0.0.1:${port}`
  await patiently(
    async () => ((await fetch(`${address}/status`)).ok ? { value: true } : { obstacle: 'is not ready' }),
    async () => 'WebKitWebDriver',
  )
  return WebDriver.start(address, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary, args: ['--automation'] },
  })
}

/** The display of this session, or a new invisible one. */
async function startDisplay(): Promise<{ name: string; processes: Tethered[] }> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, processes: [] }
  const path = executable('webkit', 'Xvfb')
  const command = [path, '-displayfd', '1', '-screen', '0', '2000x1600x24', '-nolisten', 'tcp']
  const display = await startTethered(command)
  if (!display.output) throw new Error('Xvfb prints no number of a display')
  const [number] = (await once(display.output, 'data')) as [Buffer]
  return { name: `:${String(number).trim()}`, processes: [display] }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A local server has no port')
  return address.port
}
