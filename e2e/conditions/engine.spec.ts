import { launchWholeChromium } from '../engines/chromium.ts'
import { describeEngine } from '../engines/engine-contract.ts'

// The headless shell has no back-forward cache.
describeEngine('chromium', launchWholeChromium)
