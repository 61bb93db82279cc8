/** Valid settings that hardly anyone means: `/healthz` and `pay-checkout check` tell of them. Pure. */
import { secretFlaw } from '../../shared/secret-flaw.ts'
import { type Config, SETTING_NAMES, VERBATIM_SETTINGS } from './config.ts'
import { misspellingsOf } from './misspelt-settings.ts'

/** What the settings leave open, and why that matters. */
const WARNINGS: readonly (readonly [is: (config: Config) => boolean, warning: string])[] = [
  [
    ({ GATEWAY_PROFILE }) => !GATEWAY_PROFILE.statusTells.includes('amount'),
    'GATEWAY_PROFILE.statusTells lacks amount: an approval that tells none is not checked by it.',
  ],
  [
    ({ GATEWAY_PROFILE }) => !GATEWAY_PROFILE.statusTells.includes('currency'),
    'GATEWAY_PROFILE.statusTells lacks currency: an approval that tells none is not checked by it.',
  ],
  [
    ({ NAME_KEY }) => NAME_KEY === undefined,
    'NAME_KEY is not set: payments stop while the database cannot be read. pay-checkout setup makes one.',
  ],
  [({ MERCHANT }) => !MERCHANT, 'MERCHANT is not set: payment pages and receipts name no seller.'],
  [
    ({ ALLOWED_ORIGINS }) => ALLOWED_ORIGINS.length === 0,
    'ALLOWED_ORIGINS is empty: only offers that name their origins, and the edge’s own page, can take payments.',
  ],
  [
    ({ OFFER_KEYS }) => OFFER_KEYS.keys.length === 0,
    'OFFER_KEYS is empty: no offer is valid, and only a server can open orders.',
  ],
  [
    ({ DESK, MERCHANT_KEYS }) => DESK === 'on' && MERCHANT_KEYS.length === 0,
    'DESK is on and MERCHANT_KEYS is empty: nobody can sign in to the desk.',
  ],
  [
    ({ TOKEN_KEY, TOKEN_KEY_PREVIOUS }) => TOKEN_KEY === TOKEN_KEY_PREVIOUS,
    'TOKEN_KEY_PREVIOUS is TOKEN_KEY: what the former key signed is invalid.',
  ],
]

/**
 * Lists what the settings leave open, one sentence each. None quotes a value.
 *
 * @param env Variables and secrets as the platform passes them, from which `config` was read.
 */
export const settingWarnings = (config: Config, env: object): readonly string[] => [
  ...WARNINGS.filter(([is]) => is(config)).map(([, warning]) => warning),
  ...VERBATIM_SETTINGS.flatMap((name) => flawIn(name, config[name])),
  ...misspellingsOf(env, SETTING_NAMES).map(
    ({ name, meant }) => `${name} is no setting, and is not read. ${meant} is one.`,
  ),
]

/** Anyone can read the warnings, so none says what a key looks like that the edge works with. */
const flawIn = (name: string, value: string | undefined): string[] =>
  value !== undefined && secretFlaw(value)
    ? [`${name} looks copied wrongly, and counts as it is, character by character.`]
    : []
