/** Every page of the examples installs the packed packages, and sells a mug once. */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type StaticServer, serveFolder } from '../../shop/static-server.ts'
import type { Browser } from '../browser.ts'
import { launch } from '../engines/launch.ts'
import { mugOffer } from '../guides/mug-offer.ts'
import { type ReaderStack, startReaderStack } from '../guides/reader-stack.ts'
import { movementsOf, referenceAfter } from './orders.ts'
import { copyExample, type Project } from './project.ts'
import { closeAndOpen, countsIn, pay, type Shopper, thanked, visit } from './shopper.ts'
import { examplesOf, stepsOf } from './steps.ts'

/** How often a page removes the tag and mounts it again. */
const REMOUNTS = 10

let around: ReaderStack
let browser: Browser

beforeAll(async () => {
  around = await startReaderStack('/webhooks')
  browser = await launch()
})

afterAll(async () => {
  await browser?.close()
  await around?.stop()
})

describe.each(await examplesOf('examples.spec.ts'))('examples/$name', ({ name }) => {
  const step = stepsOf(name)
  let project: Project
  let files: StaticServer | undefined
  let shopper: Shopper

  afterAll(async () => {
    await shopper?.tab.close()
    await files?.stop()
    await project?.remove()
  })

  step('install', 'installs the packed packages', async () => {
    const { stack, own } = around
    const edge = stack.addresses.edge
    const values = { 'https://pay.example.com': edge, 'eyJ…': await mugOffer(stack, [own]) }
    project = await copyExample(name, values)
    await project.install()
  })

  step('types', 'has no type error', () => project.run('check'))

  step('build', 'builds', async () => {
    await project.run('build')
    files = await serveFolder(`${project.folder}/dist`, Number(new URL(around.own).port))
  })

  step('mount', 'shows the tag', async () => {
    shopper = await visit(browser, `${around.own}/`)
  })

  step('remount', `has one tag and one order after ${REMOUNTS} times removed and mounted`, async () => {
    for (let time = 0; time < REMOUNTS; time += 1) await closeAndOpen(shopper)
    expect(await countsIn(shopper)).toEqual({ tags: 1, orders: 1 })
  })

  step('paid', 'is paid once, and its listener gets the paid order', async () => {
    const reference = await referenceAfter(around.stack, () => pay(shopper))
    expect(await thanked(shopper)).toBe(reference)
    expect(await movementsOf(around.stack, reference)).toEqual(['charge 12.50'])
    expect(shopper.complaints).toEqual([])
  })
})
