/** Compiles and packs what is published: each folder of `packages/`, and the command line. */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import process from 'node:process'
import { ROOT } from '../root.ts'
import { nodeTool, runStep } from '../run-step.ts'

/** Where `npm run build` leaves the packages. */
export const PACKAGES_DIR = join(ROOT, 'dist/packages')

/** A package in its file. */
export interface PackedPackage {
  /** The folder of its source, from the root of the repository. */
  readonly folder: string
  /** The file: `pay-checkout-tag.tgz` of `@pay-checkout/tag`, whatever its version. */
  readonly archive: string
  /** Paths within, in the order of the alphabet. */
  readonly files: readonly string[]
}

/** The folders of all packages, from the root of the repository. */
export async function packageFolders(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'packages'))
  const folders = names.map((name) => `packages/${name}`)
  return [...folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json'))), 'cli']
}

/**
 * Packs every package. The files of an earlier run are replaced.
 *
 * @param demo As of {@link packPackage}, of the command line.
 */
export async function packAll(into: string = PACKAGES_DIR, demo?: string): Promise<PackedPackage[]> {
  const demoOf = (folder: string) => (folder === 'cli' ? demo : undefined)
  return Promise.all((await packageFolders()).map((folder) => packPackage(folder, into, demoOf(folder))))
}

/**
 * Compiles a package by its `build.ts`, or else by its `vite.config`, and packs it. It works in a copy: others may pack the same package meanwhile.
 *
 * @param folder From the root of the repository: `packages/tag`.
 * @param into Gets the file; it is made where it is missing.
 * @param demo The folder of a built demo that it brings along. Default: none, so that `pay-checkout demo` says so.
 * @throws {Error} If a step fails, with what the step printed.
 */
export async function packPackage(
  folder: string,
  into: string = PACKAGES_DIR,
  demo?: string,
): Promise<PackedPackage> {
  await mkdir(into, { recursive: true })
  const stage = await mkdtemp(join(tmpdir(), 'pay-checkout-pack-'))
  try {
    await copySource(folder, stage)
    await compile(folder, join(stage, 'dist'))
    if (demo !== undefined) await cp(demo, join(stage, 'dist/demo'), { recursive: true })
    const output = await done([
      'npm',
      'pack',
      '--json',
      '--loglevel=error',
      '--pack-destination',
      stage,
      stage,
    ])
    const [{ filename, files }] = JSON.parse(output)
    const archive = join(into, await archiveName(folder))
    await cp(join(stage, filename), `${archive}.part`)
    await rename(`${archive}.part`, archive)
    return { folder, archive, files: files.map(({ path }: { path: string }) => path).toSorted() }
  } finally {
    await rm(stage, { recursive: true })
  }
}

/** Without what an earlier build left there. */
async function copySource(folder: string, stage: string): Promise<void> {
  const source = join(ROOT, folder)
  const isLeft = (path: string) => /^(?:dist|node_modules)(?:\/|$)/.test(relative(source, path))
  await cp(source, stage, { recursive: true, filter: (path) => !isLeft(path) })
}

async function compile(folder: string, outDir: string): Promise<void> {
  const names = await readdir(join(ROOT, folder))
  if (names.includes('build.ts')) {
    await done([process.execPath, join(ROOT, folder, 'build.ts'), outDir], { NODE_ENV: 'production' })
    return
  }
  const config = names.find((name) => /^vite\.config\.m?ts$/.test(name))
  if (!config) return
  const flags = ['-c', `${folder}/${config}`, '--outDir', outDir, '--emptyOutDir']
  await done(nodeTool('vite/bin/vite.js', 'build', ...flags), { NODE_ENV: 'production' })
}

/** `@pay-checkout/tag` → `pay-checkout-tag.tgz`. */
async function archiveName(folder: string): Promise<string> {
  const { name } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  return `${name.replace('@', '').replace('/', '-')}.tgz`
}

/**
 * Installs packed packages into a new project, without a network.
 *
 * @param folder An empty folder.
 * @returns The project's `node_modules`, which are not ours.
 */
export async function installPackages(archives: readonly string[], folder: string): Promise<string> {
  const flags = ['--offline', '--no-audit', '--no-fund', '--silent']
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'a-shop', private: true }))
  await done(['npm', 'install', ...flags, '--prefix', folder, ...archives])
  return join(folder, 'node_modules')
}

async function done(command: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, output } = await runStep(command, { env })
  if (code !== 0)
    throw new Error(output || `${command.map((word) => basename(word)).join(' ')} ended with ${code}`)
  return output
}
