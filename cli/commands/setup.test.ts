import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TerminalQuestion } from '../command.ts'
import { main } from '../main.ts'

const CONTROL_KEY = 'the-control-key-of-the-gateway'

const FLAGS = [
  ...['--public-url', 'https://pay.example.com', '--gateway-url', 'https://gate.example.com/paynet'],
  ...['--login', 'shop', '--endpoint', 'EUR=1001', '1002', '--origin', 'https://shop.example.com'],
  ...['--merchant-name', 'Heather Hill'],
]

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pay-checkout-setup-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

interface Person {
  readonly env?: Readonly<Record<string, string>>
  readonly ask?: (question: TerminalQuestion) => Promise<string>
}

async function setup(
  args: readonly string[],
  { env = { GATEWAY_CONTROL_KEY: CONTROL_KEY }, ask }: Person = {},
) {
  const [printed, told]: [string[], string[]] = [[], []]
  const code = await main(['setup', '--folder', folder, ...args], {
    print: (text) => printed.push(text),
    tell: (text) => told.push(text),
    now: () => 0,
    env,
    interruption: () => new AbortController().signal,
    ...(ask && { ask }),
  })
  return { code, printed: printed.join('\n'), told: told.join('\n') }
}

const read = (name: string) => readFile(join(folder, name), 'utf8')

const config = async (name = 'deployment.json') => JSON.parse(await read(name))

const secrets = async () => parseEnv(await read('.env.deployment'))

const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' })

/** Every file of the folder, with its text. */
async function files(): Promise<Record<string, string>> {
  const names = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  return Object.fromEntries(await Promise.all(names.map(async ({ name }) => [name, await read(name)])))
}

describe('pay-checkout setup', () => {
  it('writes settings, and secrets that only their owner reads', async () => {
    const { code } = await setup(FLAGS)

    const { vars, ...others } = await config()
    expect(code).toBe(0)
    expect(others).toEqual({
      name: 'pay-checkout',
      d1_databases: [{ binding: 'ORDER_INDEX', database_name: 'pay-checkout' }],
      workers_dev: false,
      preview_urls: false,
      routes: [{ pattern: 'pay.example.com', custom_domain: true }],
    })
    expect(vars).toMatchObject({
      PUBLIC_URL: 'https://pay.example.com',
      GATEWAY_ENDPOINTS: { EUR: { endpoint: '1001' }, '*': { endpoint: '1002' } },
      ALLOWED_ORIGINS: ['https://shop.example.com'],
      MERCHANT: { name: 'Heather Hill' },
    })
    for (const name of ['.env.deployment', 'offer-key.json', '.merchant-key'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    expect(await secrets()).toMatchObject({
      GATEWAY_CONTROL_KEY: CONTROL_KEY,
      TOKEN_KEY: expect.stringMatching(/^.{43}$/),
    })
  })

  it('puts no secret into the settings, nor on the screen', async () => {
    const { printed, told } = await setup([...FLAGS, '--json'])

    const key = JSON.parse(await read('offer-key.json'))
    const { OFFER_KEYS } = (await config()).vars
    const secret = [...Object.values(await secrets()), key.d, (await read('.merchant-key')).trim()]
    for (const one of secret) expect((await read('deployment.json')) + printed + told).not.toContain(one)
    expect(OFFER_KEYS.keys).toMatchObject([{ kid: key.kid, x: key.x }])
  })

  it('changes nothing when it is repeated', async () => {
    await setup(FLAGS)
    const before = await files()

    const { code, printed } = await setup([])

    expect(code).toBe(0)
    expect(await files()).toEqual(before)
    expect(printed).toContain('Every key stayed as it was')
  })

  it('changes what the command line names, and keeps the rest with every key', async () => {
    await setup(FLAGS)
    const before = await secrets()

    await setup([
      '--origin',
      'https://shop.example.com',
      'https://b.example.com',
      '--webhook',
      'https://a.example/h',
      '--desk',
      'on',
    ])

    const { vars } = await config()
    expect(vars.ALLOWED_ORIGINS).toEqual(['https://shop.example.com', 'https://b.example.com'])
    expect([vars.GATEWAY_LOGIN, vars.DESK]).toEqual(['shop', 'on'])
    expect(await secrets()).toEqual({ ...before, WEBHOOK_SECRET: expect.stringMatching(/^whsec_/) })
  })

  it('keeps several receivers of webhooks, and puts them as a secret', async () => {
    await setup(FLAGS)
    const WEBHOOKS = '[{"url":"https://a.example/h","secret":"whsec_a"}]'
    await appendFile(join(folder, '.env.deployment'), `WEBHOOKS='${WEBHOOKS}'\n`)

    const { code } = await setup(['--desk', 'on'])

    expect(code).toBe(0)
    expect(await secrets()).toMatchObject({ WEBHOOKS })
  })

  it('keeps a former domain, where callbacks of orders under way still arrive', async () => {
    await setup(FLAGS)

    await setup(['--public-url', 'https://checkout.example.com'])

    expect((await config()).routes.map(({ pattern }: { pattern: string }) => pattern)).toEqual([
      'checkout.example.com',
      'pay.example.com',
    ])
  })

  it('keeps the former keys of a login for orders under way', async () => {
    await setup(FLAGS)

    await setup(['--login', 'shop-2'], { env: { GATEWAY_CONTROL_KEY: 'another-control-key' } })

    const { GATEWAY_CONTROL_KEY, GATEWAY_CREDENTIALS_PREVIOUS = '' } = await secrets()
    expect(GATEWAY_CONTROL_KEY).toBe('another-control-key')
    expect(JSON.parse(GATEWAY_CREDENTIALS_PREVIOUS)).toEqual({ shop: { controlKey: CONTROL_KEY } })
  })

  it('makes no second set of secrets where the first one is elsewhere', async () => {
    await setup(FLAGS)
    await rm(join(folder, '.env.deployment'))

    const settings = await setup(['--origin', 'https://b.example.com'], { env: {} })
    const put = await setup(['--run'], { env: {} })

    expect(settings.code).toBe(0)
    expect((await config()).vars.ALLOWED_ORIGINS).toEqual(['https://b.example.com'])
    expect(Object.keys(await files())).not.toContain('.env.deployment')
    expect(put).toMatchObject({ code: 1, told: expect.stringContaining('secrets-missing') })
  })

  it('keeps a further environment apart', async () => {
    await setup(FLAGS)
    await setup([...FLAGS, '--environment', 'staging'])

    expect(await config('deployment.staging.json')).toMatchObject({
      name: 'pay-checkout-staging',
      d1_databases: [{ database_name: 'pay-checkout-staging' }],
    })
    expect(await read('.env.deployment.staging')).not.toContain((await secrets()).TOKEN_KEY)
  })

  it('switches addresses under workers.dev on only where the edge is there', async () => {
    const at = (url: string) => setup([...FLAGS, '--public-url', url])

    const elsewhere = await at('https://other.sub.workers.dev')
    await at('https://pay-checkout.sub.workers.dev')

    expect(elsewhere.told).toContain('https://pay-checkout.<your subdomain>.workers.dev')
    expect(await config()).toMatchObject({ workers_dev: true, preview_urls: false })
    expect(await config()).not.toHaveProperty('routes')
  })

  it.each([
    ['a public address that is no origin', ['--public-url', 'https://pay.example.com/'], '--public-url'],
    ['one without https', ['--public-url', 'http://pay.example.com'], '--public-url'],
    ['one that is too long', ['--public-url', `https://${'a'.repeat(50)}.example.com`], '--public-url'],
    ['a gateway with a slash at the end', ['--gateway-url', 'https://gate.example.com/'], '--gateway-url'],
    ['a gateway without https', ['--gateway-url', 'http://gate.example.com'], '--gateway-url'],
    ['an endpoint that is no number', ['--endpoint', 'EUR=a'], '--endpoint'],
    ['a currency that does not exist', ['--group', 'EUX=7'], '--group'],
    ['an unknown scheme', ['--scheme', 'payout-form=md5'], '--scheme'],
    ['a page in place of an origin', ['--origin', 'https://shop.example.com/mug'], '--origin'],
    ['an unknown method', ['--method', 'cash'], '--method'],
    ['a sandbox that is called live', ['--gateway-url', 'https://sandbox.example.com', '--live'], '--live'],
  ])('refuses %s, and writes nothing', async (_, wrong, flag) => {
    const { code, told } = await setup([...FLAGS, ...wrong])

    expect(code).toBe(1)
    expect(told).toContain(`pay-checkout: ${flag}`)
    expect(await readdir(folder)).toEqual([])
  })

  it('names everything that is missing where there is no terminal to ask at', async () => {
    const { code, told } = await setup([], { env: {} })

    expect(code).toBe(1)
    for (const flag of [
      '--public-url',
      '--gateway-url',
      '--login',
      '--endpoint or --group',
      '--control-key-file',
    ])
      expect(told).toContain(flag)
  })

  it('takes the groups, schemes and kind of a gateway', async () => {
    await setup([...FLAGS, '--group', 'EUR=7', '--scheme', 'payout-form=rsa-sha256', '--test'])

    expect((await config()).vars).toMatchObject({
      GATEWAY_PROFILE: { schemes: { 'payout-form': 'rsa-sha256' }, test: true },
    })
  })
})

describe('the control key', () => {
  it.each([
    ['in quotes', `"${CONTROL_KEY}"`, 'the control key has quotes around it'],
    ['with a typographic hyphen', CONTROL_KEY.replace('-', '–'), 'typographic characters'],
    ['that is the address of the gateway', 'https://gate.example.com/paynet', 'of another setting'],
  ])('is refused %s, without a part of it', async (_, key, words) => {
    const { code, told } = await setup(FLAGS, { env: { GATEWAY_CONTROL_KEY: key } })

    expect(code).toBe(1)
    expect(told).toContain(words)
    expect(told).not.toContain(key)
  })
})

describe('the private key', () => {
  const pem = (bits: number) =>
    generateKeyPairSync('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey

  const given = async (text: string) => {
    const file = join(folder, 'gateway.pem')
    await writeFile(file, text)
    return setup([...FLAGS, '--private-key-file', file])
  }

  it('is taken with all its lines', async () => {
    const key = pem(2048)

    expect((await given(key)).code).toBe(0)
    expect((await secrets()).GATEWAY_PRIVATE_KEY).toBe(key.trim())
  })

  it.each([
    ['is refused where it is too short', () => pem(1024), 'has 1024 bits'],
    ['is refused where it is none', () => 'a secret word', 'is no RSA key'],
  ])('%s, without a part of it', async (_, text, words) => {
    const { code, told } = await given(text())

    expect(code).toBe(1)
    expect(told).toContain(words)
    expect(told).not.toContain('secret word')
  })
})

describe('at a terminal', () => {
  it('asks what no flag answers, hides the key, and asks nothing the second time', async () => {
    const asked: TerminalQuestion[] = []
    const answers = [...['https://pay.example.com', 'https://gate.example.com/paynet', 'shop', '', 'EUR=7']]
    const origins = 'https://shop.example.com https://b.example.com'
    const further = [origins, '', 'orders@example.com', 'on', CONTROL_KEY, '']
    const replies = [...answers, ...further]
    const ask = async (question: TerminalQuestion) => {
      asked.push(question)
      const reply = replies.shift() ?? expect.fail(question.text)
      expect(question.problem(reply)).toBeUndefined()
      return reply
    }

    const first = await setup([], { env: {}, ask })
    const second = await setup([], { env: {}, ask })

    expect([first.code, second.code, replies]).toEqual([0, 0, []])
    expect(asked.filter(({ isSecret }) => isSecret)).toHaveLength(1)
    expect((await config()).vars).toMatchObject({
      GATEWAY_ENDPOINTS: { EUR: { group: '7' } },
      ALLOWED_ORIGINS: ['https://shop.example.com', 'https://b.example.com'],
      NOTIFY_EMAIL: 'orders@example.com',
      DESK: 'on',
    })
    expect((await config()).vars).not.toHaveProperty('MERCHANT')
  })

  it('says what is wrong with an answer', async () => {
    const problems: (string | undefined)[] = []
    const ask = async ({ problem }: TerminalQuestion) => {
      problems.push(problem('pay.example.com'))
      throw new Error('enough')
    }

    await setup([], { env: {}, ask })

    expect(problems).toEqual([expect.stringContaining('must be an https origin')])
  })
})

describe('in a folder that is no repository yet', () => {
  it('keeps what holds secrets out of the one to come', async () => {
    await setup(FLAGS)
    await setup(FLAGS)

    git('init', '-q')
    expect(await read('.gitignore')).toBe('/.env.deployment\n/offer-key.json\n/.merchant-key\n')
    expect(git('status', '--porcelain', '-uall').split('\n').filter(Boolean).sort()).toEqual([
      '?? .gitignore',
      '?? deployment.json',
    ])
  })
})

describe('in a repository that git refuses to read', () => {
  it('writes nothing', async () => {
    git('init', '-q')
    await writeFile(join(folder, '.git/config'), '[core]\n\trepositoryformatversion = 99\n')

    const { code, told } = await setup(FLAGS)

    expect(code).toBe(1)
    expect(told).toContain('git-failed')
    expect(await readdir(folder)).toEqual(['.git'])
  })
})

describe('in a repository', () => {
  beforeEach(() => void git('init', '-q'))

  it('has git ignore what holds secrets, once', async () => {
    await writeFile(join(folder, '.gitignore'), 'dist')

    await setup(FLAGS)
    await setup(FLAGS)

    expect(await read('.gitignore')).toBe('dist\n/.env.deployment\n/offer-key.json\n/.merchant-key\n')
    expect(git('status', '--porcelain', '-uall').split('\n').filter(Boolean).sort()).toEqual([
      '?? .gitignore',
      '?? deployment.json',
    ])
  })

  it('leaves .gitignore alone where it says so already', async () => {
    await writeFile(join(folder, '.gitignore'), '.env*\noffer-key*\n.merchant*\n')

    await setup(FLAGS)

    expect(await read('.gitignore')).toBe('.env*\noffer-key*\n.merchant*\n')
  })

  it.each(['.env.deployment', 'offer-key.json', '.merchant-key'])(
    'refuses to write where git tracks %s',
    async (name) => {
      await writeFile(join(folder, name), '')
      git('add', '-f', name)
      await rm(join(folder, name))

      const { code, told } = await setup(FLAGS)

      expect(code).toBe(1)
      expect(told).toContain('secret-tracked')
      expect(await readdir(folder)).toEqual(['.git'])
    },
  )
})

describe('--run', () => {
  /** A wrangler that notes its arguments and its input. */
  async function wrangler(body = ''): Promise<string> {
    const bin = join(folder, 'node_modules/.bin')
    await mkdir(bin, { recursive: true })
    await writeFile(
      join(bin, 'wrangler'),
      `#!/bin/sh\nread -r input\nprintf '%s|%s\\n' "$*" "$input" >> "${folder}/calls"\n${body}`,
    )
    await chmod(join(bin, 'wrangler'), 0o755)
    return join(folder, 'calls')
  }

  it('puts each secret by its name, with the value at standard input alone', async () => {
    const calls = await wrangler()

    const { code, printed, told } = await setup([...FLAGS, '--run'])

    const lines = (await readFile(calls, 'utf8')).trim().split('\n')
    const values = await secrets()
    expect(code).toBe(0)
    expect(lines.sort()).toEqual(
      Object.entries(values)
        .map(([name, value]) => `secret put ${name} --name pay-checkout|${value}`)
        .sort(),
    )
    for (const value of Object.values(values)) expect(printed + told).not.toContain(value)
  })

  it('says which one failed, and hides what wrangler repeats of it', async () => {
    await wrangler('echo "cannot put $input" >&2\nexit 3\n')

    const { code, told } = await setup([...FLAGS, '--run'])

    expect(code).toBe(1)
    expect(told).toMatch(/GATEWAY_CONTROL_KEY was not put: [\s\S]*cannot put …/)
    expect(told).not.toContain(CONTROL_KEY)
  })
})
