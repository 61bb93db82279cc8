/** Set-up and tear-down of every test file: creates the tables, and stops all objects at the end. */
import { reset } from 'cloudflare:test'
import { afterAll, beforeAll } from 'vitest'
import { makeTables } from '../order/testing/platform.ts'

beforeAll(() => makeTables())

/** Pending alarms would keep the runner from ending the file's Worker. */
afterAll(() => reset())
