import { randomUUID } from 'node:crypto'
import { Command } from '@commander-js/extra-typings'
import type { Product } from '../../shared/product.ts'
import { type CatalogueProduct, type ImportStep, importStep } from '../../shared/product-import.ts'
import { parseCatalogue } from '../catalogue.ts'
import { CommandError, type Terminal } from '../command.ts'
import { type EdgeClient, merchantClient } from '../edge-client.ts'
import { readUtf8, writeText } from '../files.ts'
import { csvCatalogue, jsonCatalogue, productFrom } from '../product-catalogue.ts'
import { EDGE, KEY_FILE } from './edge-options.ts'

/**
 * `pay-checkout products`: moves a catalogue between a file and the edge.
 *
 * @example
 * npx --no pay-checkout products import catalogue.csv --edge https://pay.example.com
 * npx --no pay-checkout products export --out catalogue.csv --edge https://pay.example.com
 */
export const productsCommand = (terminal: Terminal) =>
  new Command('products')
    .summary('list, import and export the products of an edge')
    .description(
      'Moves products between the edge and a catalogue, as the command offer reads it. Needs a merchant key with the scope catalogue.',
    )
    .addCommand(listCommand(terminal))
    .addCommand(importCommand(terminal))
    .addCommand(exportCommand(terminal))

const listCommand = (terminal: Terminal) =>
  new Command('list')
    .summary('list the products')
    .description('Lists the products of an edge by their ids.')
    .requiredOption(...EDGE)
    .option(...KEY_FILE)
    .action(async (options) => {
      const products = await productsAt(await merchantClient(options, terminal))
      terminal.answer({
        lines: products.length > 0 ? products.map(lineOf) : ['There are none.'],
        value: { products },
      })
    })

function lineOf({ id, name, currency, units, sold, shown, ...product }: Product): string {
  const { amount, min, max } = product
  const price = amount ?? (min === undefined ? 'no price' : `${min} to ${max}`)
  const left = units === undefined ? '' : `  ${units - (sold ?? 0)} of ${units} left`
  return `${id}  ${price} ${currency}  ${name}${left}${shown ? '' : '  hidden'}`
}

const importCommand = (terminal: Terminal) =>
  new Command('import')
    .summary('make and change products by a catalogue')
    .description(
      'Makes the products of a catalogue that the edge does not have, and changes those that differ. Products that the catalogue does not name stay as they are. An item becomes the product’s id, its description the name, its limit the units. What catalogues do not say, whether a product is shown and its long description, stays, and so does the picture where the catalogue names none.',
    )
    .argument('<catalogue>', 'CSV with the names of the flags of offer as columns, or a JSON list of claims')
    .requiredOption(...EDGE)
    .option('--dry-run', 'say what would be done, and do nothing')
    .option(...KEY_FILE)
    .action(async (path, options) => {
      const client = await merchantClient(options, terminal)
      const wanted = await wantedIn(path, client.edge, terminal.now())
      const present = new Map((await productsAt(client)).map((one) => [one.id, one]))
      const steps = wanted.map((one) => importStep(one, present.get(one.id)))
      // One after the other: each answer is known before the next change, and a failure says which were made.
      if (!options.dryRun) for (const step of steps) await carryOut(step, client, terminal)
      const intro = options.dryRun ? ['Nothing was changed. It would be:'] : []
      terminal.answer({
        lines: [...intro, ...steps.map(toldOf)],
        value: { products: steps.map(({ id, deed }) => ({ id, deed })) },
      })
    })

/** Checks all of a catalogue before anything is sent. */
async function wantedIn(path: string, edge: string, now: number): Promise<readonly CatalogueProduct[]> {
  const entries = parseCatalogue(await readUtf8(path), now)
  if (!entries.ok)
    throw new CommandError(
      'file-malformed',
      entries.reason.map((text) => `${path}: ${text}`),
    )
  const products = entries.value.map((entry) => ({ ...entry, product: productFrom(entry, edge, now) }))
  const problems = products.flatMap(({ place, product }) =>
    product.ok ? [] : product.reason.map((text) => `${path}, ${place}: ${text}`),
  )
  if (problems.length > 0) throw new CommandError('claims-invalid', problems)
  return products.flatMap(({ product }) => (product.ok ? [product.value] : []))
}

/** Run again after a failure, the import finds what was done and goes on: no step adds up. */
async function carryOut(step: ImportStep, client: EdgeClient, { tell }: Terminal): Promise<void> {
  try {
    await sendStep(step, client)
  } catch (error) {
    tell(`pay-checkout: stopped at ${step.id}; run it again to go on`)
    throw error
  }
}

async function sendStep(step: ImportStep, client: EdgeClient): Promise<void> {
  const { id, deed, content, version, units, unitsChange, unitsSeen } = step
  if (deed === 'made') await client.createProduct({ id, ...content, ...(units !== undefined && { units }) })
  if (version !== undefined) await client.changeProduct(id, { version, ...content })
  // Another run finds what this one did, and makes a difference of its own. So may somebody else at the same time: `from` lets one of them through.
  if (unitsChange !== undefined)
    await client.changeUnits(id, { id: randomUUID(), change: unitsChange, from: unitsSeen })
}

const toldOf = ({ id, deed, unitsChange }: ImportStep) =>
  `${deed.padEnd(10)} ${id}${unitsChange === undefined ? '' : `  (${unitsChange > 0 ? '+' : ''}${unitsChange} units)`}`

const exportCommand = (terminal: Terminal) =>
  new Command('export')
    .summary('write the products as a catalogue')
    .description(
      'Writes the products as a catalogue that the commands offer and products import read: CSV, or JSON where the file’s name ends so. A catalogue does not say whether a product is shown, nor its long description.',
    )
    .requiredOption(...EDGE)
    .option('--out <file>', 'write to a file instead of the terminal')
    .option('--format <format>', 'csv or json; default: as the name of --out ends, else csv')
    .option(...KEY_FILE)
    .action(async ({ out, format = out?.endsWith('.json') ? 'json' : 'csv', ...options }) => {
      if (format !== 'csv' && format !== 'json')
        throw new CommandError('usage', ['--format: must be csv or json'])
      const products = await productsAt(await merchantClient(options, terminal))
      const text = format === 'json' ? jsonCatalogue(products) : csvCatalogue(products)
      if (out !== undefined) await writeText(out, text)
      terminal.answer({
        lines: out === undefined ? text.trimEnd().split('\n') : [`Products in ${out}: ${products.length}.`],
        value: { products },
      })
    })

/** All products, page by page. */
async function productsAt(client: EdgeClient): Promise<readonly Product[]> {
  const found: Product[] = []
  for await (const product of client.products()) found.push(product)
  return found
}
