import { launchWholeChromium } from '../../engines/chromium.ts'
import { describeEngine } from '../../engines/engine-contract.ts'
import { chosenEngine, launch } from '../../engines/launch.ts'

const engine = chosenEngine()

// The headless shell has no back-forward cache.
describeEngine(engine, engine === 'chromium' ? launchWholeChromium : launch)
