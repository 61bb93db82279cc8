/** Valid settings that hardly anyone means: `/healthz` and `pay-checkout check` tell of them. Pure. */
import { secretFlaw } from '../../shared/secret-flaw.ts'
import { type Config, SETTING_NAMES, VERBATIM_SETTINGS } from './config.ts'
import { misspellingsOf } from './misspelt-settings.ts'
import { isInSeconds } from './offer-settings.ts'

type Warning = readonly [is: (config: Config) => boolean, warning: string]

/** What the settings leave open, and why that matters. */
const WARNINGS: readonly Warning[] = [
  ...(['amount', 'currency'] as const).map(
    (name): Warning => [
      ({ GATEWAY_PROFILE }) => !GATEWAY_PROFILE.statusTells.includes(name),
      `GATEWAY_PROFILE.statusTells lacks ${name}: an approval that tells none is not checked by it.`,
    ],
  ),
  [
    ({ NAME_KEY }) => NAME_KEY === undefined,
    'NAME_KEY is not set: payments stop while the database cannot be read. Run pay-checkout setup.',
  ],
  [({ MERCHANT }) => !MERCHANT, 'MERCHANT is not set: payment pages and receipts name no seller.'],
  [
    ({ ALLOWED_ORIGINS }) => ALLOWED_ORIGINS.length === 0,
    'ALLOWED_ORIGINS is empty: only offers that name their origins, and the edge’s own page, can take payments.',
  ],
  [
    ({ OFFER_KEYS }) => OFFER_KEYS.keys.length === 0,
    'OFFER_KEYS has no key of offers: no offer is valid, and only a server can open orders.',
  ],
  [
    ({ OFFERS_NOT_BEFORE }) => !Object.values(OFFERS_NOT_BEFORE).every(isInSeconds),
    'OFFERS_NOT_BEFORE has a time that is not in seconds: it withdraws no offers of its item, or all.',
  ],
  [
    ({ DESK, DESK_ACCESS, MERCHANT_KEYS }) => DESK === 'on' && !DESK_ACCESS && MERCHANT_KEYS.length === 0,
    'DESK is on and MERCHANT_KEYS is empty: nobody can sign in to the desk.',
  ],
  [
    ({ DESK, DESK_ACCESS }) => DESK === 'off' && DESK_ACCESS !== undefined,
    'DESK_ACCESS is set and DESK is off: there is no desk to sign in to.',
  ],
  [
    ({ WEBHOOKS, WEBHOOK_URL }) => WEBHOOKS !== undefined && WEBHOOK_URL !== undefined,
    'WEBHOOKS and WEBHOOK_URL are both set: WEBHOOKS counts, and WEBHOOK_URL is not used.',
  ],
  [
    ({ TOKEN_KEY, TOKEN_KEY_PREVIOUS }) => TOKEN_KEY === TOKEN_KEY_PREVIOUS,
    'TOKEN_KEY_PREVIOUS is TOKEN_KEY: what the former key signed is invalid.',
  ],
  [
    ({ CARD_DIGEST_KEY: key, TOKEN_KEY, TOKEN_KEY_PREVIOUS }) =>
      key !== undefined && [TOKEN_KEY, TOKEN_KEY_PREVIOUS].includes(key),
    'CARD_DIGEST_KEY has the value of a TOKEN_KEY: change CARD_DIGEST_KEY.',
  ],
]

/** Credentials that somebody else issued. */
const COPIED = ['GATEWAY_LOGIN', 'GATEWAY_CONTROL_KEY', 'TURNSTILE_SECRET_KEY'] as const

/**
 * Lists what the settings leave open, one sentence each. None quotes a value.
 *
 * @param env Variables and secrets as the platform passes them, from which `config` was read.
 */
export const settingWarnings = (config: Config, env: object): readonly string[] => [
  ...WARNINGS.filter(([is]) => is(config)).map(([, warning]) => warning),
  ...(config.SHOPPER_MAIL && Reflect.get(env, 'NOTIFY') === undefined
    ? ['SHOPPER_MAIL is set, and the Worker has no binding NOTIFY: no mail leaves.']
    : []),
  ...config.OFFER_KEYS.skipped.map((flaw) => `OFFER_KEYS has a key that verifies no offer: ${flaw}.`),
  ...doubtfulIn(config).map((name) => `${name} looks copied wrongly.`),
  ...VERBATIM_SETTINGS.flatMap((name) => flawIn(name, config[name])),
  ...misspellingsOf(env, SETTING_NAMES).map(
    ({ name, meant }) => `${name} is no setting, and is not read. ${meant} is one.`,
  ),
]

/** Credentials that may be wrong. Anyone can read the warnings, so they do not say what a live one looks like. */
const doubtfulIn = (config: Config): readonly string[] => [
  ...COPIED.filter((name) => secretFlaw(config[name] ?? '')),
  ...[...config.GATEWAY_CREDENTIALS_PREVIOUS.values()].flatMap(({ controlKey }) =>
    secretFlaw(controlKey) ? ['GATEWAY_CREDENTIALS_PREVIOUS'] : [],
  ),
]

const flawIn = (name: string, value: string | undefined): string[] =>
  value !== undefined && secretFlaw(value)
    ? [`${name} looks copied wrongly, and counts as it is, character by character.`]
    : []
