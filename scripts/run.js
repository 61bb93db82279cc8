// Plain JavaScript, so that a Node which cannot run TypeScript still starts it and prints one clear line.
import process from 'node:process'

const [name = '', ...args] = process.argv.slice(2)

if (process.features.typescript) {
  const { endWithStarter } = await import('./starter-watch.ts')
  endWithStarter()
  const { main } = await import(`./${name}.ts`)
  process.exitCode = await main(args)
} else {
  console.error(
    `This needs Node 24, not ${process.versions.node}: run it by npm after npm ci, which brings one along.`,
  )
  process.exitCode = 1
}
