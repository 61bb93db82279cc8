/** Stands around every file of tests: its database has tables, and at its end nothing goes on. */
import { reset } from 'cloudflare:test'
import { afterAll, beforeAll } from 'vitest'
import { makeTables } from './order/testing/test-platform.ts'

beforeAll(() => makeTables())

/** Objects whose alarms still come would keep the runner from ending the file's Worker. */
afterAll(() => reset())
