/** Codes of what the command line cannot do, and how to mend each. Codes are stable, texts are not. */
export const MEND = {
  usage: 'Look the options up: add --help to the command.',
  'file-unreadable': 'Check the path, and that you may read the file.',
  'file-exists': 'Name another file. The command never overwrites one with a key.',
  'file-unwritable': 'Check that the folder exists, and that you may write there.',
  'file-malformed': 'Correct the file as the message says.',
  'key-invalid': 'Name the file that “pay-checkout keys” wrote.',
  'claims-invalid': 'Correct the claims that are named. Nothing was signed and no file was written.',
  'item-unknown': 'Add the item to the catalogue, or correct the tag. No file was written.',
  'offer-too-long': 'Shorten the description, or list fewer origins.',
  'edge-unreachable': 'Check the address and the network; then try again.',
  'edge-refused': 'See the problem’s code in /openapi.json of the edge.',
  'merchant-key-missing':
    'Put a merchant key into the environment as PAY_MERCHANT_KEY, or name its file by --merchant-key-file.',
  'outcome-unknown':
    'Run the same command again with the --idempotency-key that it printed: nothing happens twice.',
  'no-sandbox': 'Start the sandbox by “npm run dev”, or name its address by --gateway.',
  'sandbox-refused': 'Do as the message says. The sandbox changed nothing.',
  'configuration-invalid': 'Correct the value that is named.',
  'not-a-clone':
    'Run it in a clone of pay-checkout, where “npm run deploy” reads what it writes; or name a folder by --folder.',
  'no-demo': 'In a clone of pay-checkout start everything by “npm run dev”.',
  'demo-failed': 'Do as the message says, and run it again. Nothing of the demo is left.',
  'git-failed':
    'Run git status in the folder and do what it says: setup writes no secret where git cannot say whether it tracks the file.',
  'secret-tracked':
    'Take the file out of git (git rm --cached) and out of what lets git add it; if it was ever pushed, change every key in it.',
  'secrets-missing':
    'Copy the file .env.deployment from where the deployment was set up, or change the secret by “wrangler secret put”.',
  'wrangler-failed':
    'Run it where wrangler is installed, after “npx wrangler login”. Then run it again: putting a secret twice is harmless.',
  cancelled: 'Run the command again. Nothing was written.',
} as const

/** A stable code of a problem. */
export type ProblemCode = keyof typeof MEND
