/** The generated files of the package of the tag. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../root.ts'
import { vscodeData, webTypes } from './editor-data.ts'
import { elementTypes } from './element-types.ts'
import { FRAMEWORK_NAMES, frameworkTypes } from './framework-types.ts'
import { type TagElements, tagManifest } from './tag-manifest.ts'

const FOLDER = 'packages/tag'

/** Path of each file → what generates it. */
export const tagPackageFiles = (elements: () => TagElements): Record<string, () => string> => ({
  [`${FOLDER}/custom-elements.json`]: () => json(tagManifest(elements())),
  [`${FOLDER}/web-types.json`]: () => json(webTypes(elements(), nameAndVersion())),
  [`${FOLDER}/vscode.html-custom-data.json`]: () => json(vscodeData(elements())),
  [`${FOLDER}/types/tag.d.ts`]: () => elementTypes(elements()),
  ...Object.fromEntries(
    // A framework may have other types for `import` than for `require`, and each needs our addition.
    ['mts', 'ts'].flatMap((ending) =>
      FRAMEWORK_NAMES.map((name) => [
        `${FOLDER}/types/${name}.d.${ending}`,
        () => frameworkTypes(name, elements()),
      ]),
    ),
  ),
})

function nameAndVersion() {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, FOLDER, 'package.json'), 'utf8'))
  return { name, version }
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`
