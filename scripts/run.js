// Runs a script by its name. Plain JavaScript, so that any Node starts it: it fetches what is missing, and runs the script on
// the Node that the project brings along.
import process from 'node:process'
import { missing, onOwnNode } from './dependencies.js'

const [name = '', ...args] = process.argv.slice(2)

const problem = await missing(name)
if (problem) {
  console.error(problem)
  process.exitCode = 1
} else if (process.features.typescript) {
  const { endWithStarter } = await import('./starter-watch.ts')
  endWithStarter()
  const { main } = await import(`./${name}.ts`)
  process.exitCode = await main(args)
} else {
  process.exitCode = await onOwnNode([name, ...args])
}
