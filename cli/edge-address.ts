/** The edge's own address in `wrangler.toml`. Pure: text in, text out. */
import { accepted, type Result, refused } from '../shared/result.ts'

/** Callback and return addresses begin with it, and the gateway accepts at most 128 characters. */
const MAX_PUBLIC_URL = 53

/**
 * Writes the address. On the merchant's own domain, the Worker is served there alone: the firewall and the limits of that
 * zone apply nowhere else. On `workers.dev`, only previews are switched off. Repeating is harmless.
 *
 * @returns The new text, unchanged elsewhere; or what is wrong, in one sentence.
 */
export function withPublicUrl(config: string, publicUrl: string): Result<string, string> {
  // Node 20 has no URL.parse.
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined
  if (url?.protocol !== 'https:' || url.origin !== publicUrl || publicUrl.length > MAX_PUBLIC_URL)
    return refused(
      `--public-url: must be an https origin of at most ${MAX_PUBLIC_URL} characters, such as https://pay.example.com`,
    )
  if (!/^\[vars\]$/m.test(config)) return refused('the configuration has no [vars]')
  const isOwnDomain = !url.hostname.endsWith('.workers.dev')
  const lines: [name: string, value: string | undefined][] = [
    ['workers_dev', String(!isOwnDomain)],
    ['preview_urls', 'false'],
    ['routes', isOwnDomain ? `[{ pattern = "${url.hostname}", custom_domain = true }]` : undefined],
  ]
  const [top = '', ...rest] = config.split(/^(?=\[)/m)
  const head = lines.reduce((text, [name, value]) => withLine(text, name, value), top)
  return accepted(withVar([head, ...rest].join(''), 'PUBLIC_URL', publicUrl))
}

/** Sets or removes a value above the first table. */
function withLine(text: string, name: string, value: string | undefined): string {
  const line = new RegExp(`^${name} = .*\\n`, 'm')
  const wanted = value === undefined ? '' : `${name} = ${value}\n`
  if (line.test(text)) return text.replace(line, wanted)
  return text.replace(/(?<!\n)\n*$/, (end) => `\n${wanted}${end.slice(1)}`)
}

function withVar(text: string, name: string, value: string): string {
  const line = new RegExp(`^${name} = .*\\n`, 'm')
  const wanted = `${name} = "${value}"\n`
  return line.test(text) ? text.replace(line, wanted) : text.replace(/^\[vars\]\n/m, `[vars]\n${wanted}`)
}
