import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { buildWidget, EDGE_DIR } from '../build.ts'
import { buildDemo } from '../demo/build-demo.ts'
import { type PackedPackage, packAll } from '../packages/pack.ts'
import { contentProblems, manifestProblems } from '../packages/published-package.ts'
import { ROOT } from '../root.ts'
import { textIfPresent } from '../text-if-present.ts'
import { inScratch } from './bundle.ts'
import type { Check } from './run-checks.ts'

/** Each package, as `npm run build` makes it, is what its readers, their bundlers and their compilers expect. */
export const packages: Check = {
  name: 'packages have their contents alone, and neither publint nor arethetypeswrong finds anything',
  problems: () =>
    inScratch(async (folder) => {
      const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
      const [edge, demo] = [join(folder, 'edge'), join(folder, 'demo')]
      const failure = await buildWidget(edge)
      if (failure) return [failure]
      // Wrangler needs the folder of static files, which a fresh clone has not built yet.
      await mkdir(EDGE_DIR, { recursive: true })
      await buildDemo(edge, demo)
      const packed = await packAll(join(folder, 'packages'), demo)
      return (await Promise.all(packed.map((one) => packageProblems(one, version)))).flat()
    }),
}

async function packageProblems(
  { folder, archive, files }: PackedPackage,
  version: string,
): Promise<string[]> {
  const manifest = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'))
  const listed = (await textIfPresent(join(ROOT, folder, 'contents.txt'))) ?? ''
  const file = await readFile(archive)
  return [
    ...manifestProblems(folder, manifest, version),
    ...contentProblems(folder, files, listed),
    ...(await lintProblems(folder, file)),
    ...(await typeProblems(folder, file)),
  ]
}

/** What publint says of an archive. */
export async function lintProblems(folder: string, archive: Uint8Array): Promise<string[]> {
  // It takes a buffer of its own, which Node may share among files.
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(archive).buffer } })
  return messages.map((message) => `${folder}: ${formatMessage(message, pkg) ?? message.code}`)
}

/** What arethetypeswrong says of an archive, for every way to resolve it. A package without types has no problem. */
export async function typeProblems(folder: string, archive: Uint8Array): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(archive))
  if (!result.types) return []
  return result.problems.map((problem) => `${folder}: ${JSON.stringify(problem)}`)
}
