/** An operation as a command that a reader can type. Pure. */
import type { Routed } from '../reference/api-page.ts'
import type { Tab } from './code-tabs.ts'

/** The name that the documents give to an edge. */
const EDGE = 'https://pay.example.com'

/** `curl` with the headers that the operation needs, and the first example of its body. */
export function requestExample({ route, security, parameters, requestBody }: Routed): Tab {
  const [method = 'GET', path = ''] = route.split(' ')
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {})
  const schemes = security.flatMap((scheme) => Object.keys(scheme))
  const needsKey = parameters.some(({ name }) => name === 'Idempotency-Key')
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${EDGE}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}`,
    ...(schemes.includes('merchantKey') ? ['-H "Authorization: Bearer $MERCHANT_KEY"'] : []),
    ...(!schemes.includes('merchantKey') && schemes.includes('orderToken')
      ? ['-H "Authorization: Bearer $ORDER_TOKEN"']
      : []),
    ...(needsKey ? ['-H "Idempotency-Key: $KEY"'] : []),
    ...(example
      ? [
          '-H "Content-Type: application/json"',
          `-d '${JSON.stringify(example.value, null, 2).replaceAll('\n', '\n  ')}'`,
        ]
      : []),
  ]
  return { label: 'curl', language: 'sh', code: lines.join(' \\\n  ') }
}
