import { describe, expect, it } from 'vitest'
import { bankWindow, postChallenge, reportEnd, withWindowSize } from './challenge.ts'

const encoded = (message: object) => btoa(JSON.stringify(message)).replaceAll('+', '-').replaceAll('/', '_')
const decoded = (text: string) => JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))

describe('the bank’s window', () => {
  it.each([
    ['a telephone', 390, 844, '05'],
    ['a small telephone', 320, 568, '05'],
    ['a telephone on its side', 844, 340, '05'],
    ['a dialog on a large screen', 620, 640, '03'],
    ['just enough for the largest', 500, 600, '03'],
    ['a pixel less in height', 500, 599, '02'],
    ['a wide and low dialog', 800, 450, '04'],
    ['a low dialog that is not wide', 560, 420, '02'],
    ['a whole page', 1280, 900, '03'],
  ])('has in the frame of %s, %i by %i, the size %s', (_, width, height, size) => {
    expect(bankWindow(width, height).size).toBe(size)
  })
})

describe('the question to the bank', () => {
  const creq = { messageType: 'CReq', threeDSServerTransID: 'id-1', challengeWindowSize: '05' }

  it.each([
    ['plain', encoded(creq).replaceAll('=', '')],
    ['padded', encoded({ ...creq, x: '' })],
    ['without a size', encoded({ messageType: 'CReq', threeDSServerTransID: 'id-1' })],
  ])('says the size of the window, without padding: %s', (_, text) => {
    const sized = withWindowSize(text, '02')

    expect(decoded(sized)).toMatchObject({ ...creq, challengeWindowSize: '02' })
    expect(sized).toMatch(/^[\w-]+$/)
  })

  it('keeps letters of every language', () => {
    const text = btoa(String.fromCharCode(...new TextEncoder().encode('{"name":"Zoë 名"}')))

    const bytes = Uint8Array.from(
      atob(withWindowSize(text, '01').replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    )

    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual({ name: 'Zoë 名', challengeWindowSize: '01' })
  })

  it.each(['', '%', 'e3', btoa('null'), btoa('[1]'), btoa('"text"')])(
    'goes as it came if it is %j',
    (text) => {
      expect(withWindowSize(text, '02')).toBe(text)
    },
  )
})

/** The edge's page in a frame of so many pixels, as the edge writes it, with a bank that shows what it was sent. */
async function framed(width: number, height: number, fields: Record<string, string>) {
  const frame = document.createElement('iframe')
  frame.style.cssText = `border:0;width:${width}px;height:${height}px`
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`)
  frame.srcdoc = `<body style="margin:0"><iframe name="bank"></iframe>
    <form method="get" action="about:blank" target="bank">${inputs.join('')}</form>`
  const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  document.body.append(frame)
  await isLoaded
  const { contentDocument: page, contentWindow: view } = frame
  const bank = page?.querySelector('iframe')
  if (!page || !view || !bank) throw new TypeError('the frame is empty')
  return { frame, page, view: view as Window, bank }
}

const CREQ = encoded({ messageType: 'CReq' }).replaceAll('=', '')

/** Whether and with what the form was sent. */
const sent = (page: Document) => {
  const sends: Record<string, string>[] = []
  const [form] = page.forms
  if (form)
    form.submit = () => {
      sends.push(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])))
    }
  return sends
}

describe('the page around a challenge', () => {
  it('asks the bank once, in a window of the size that it was told', async () => {
    const { page, view, bank } = await framed(620, 640, { creq: CREQ, threeDSSessionData: 'data' })
    const sends = sent(page)

    postChallenge(page, view)

    const [{ creq = '', ...rest } = {}] = sends
    expect([sends.length, rest, decoded(creq)]).toEqual([
      1,
      { threeDSSessionData: 'data' },
      { messageType: 'CReq', challengeWindowSize: '03' },
    ])
    expect([bank.clientWidth, bank.clientHeight]).toEqual([500, 600])
  })

  it('leaves the old protocol its whole frame', async () => {
    const { page, view, bank } = await framed(620, 640, { PaReq: 'p', MD: 'm', TermUrl: 'https://t' })
    const sends = sent(page)

    postChallenge(page, view)

    expect(sends).toEqual([{ PaReq: 'p', MD: 'm', TermUrl: 'https://t' }])
    expect(bank.style.inlineSize).toBe('')
  })

  it('waits until it is shown', async () => {
    const { frame, page, view } = await framed(0, 0, { creq: CREQ })
    const sends = sent(page)

    postChallenge(page, view)
    expect(sends).toEqual([])
    frame.style.cssText = 'width:390px;height:700px'

    await expect.poll(() => sends.map(({ creq = '' }) => decoded(creq).challengeWindowSize)).toEqual(['05'])
  })

  it('passes the end on that a page of its own origin tells it, and nothing else', async () => {
    const { view, bank } = await framed(620, 640, { creq: CREQ })
    const heard: unknown[] = []
    const listen = ({ data }: MessageEvent) => typeof data === 'string' && heard.push(data)
    addEventListener('message', listen)
    // The frame of a test has the origin of the test's page, but its address is about:srcdoc.
    const own = Object.create(view, {
      location: { value: { origin: location.origin } },
      parent: { value: window },
      addEventListener: { value: view.addEventListener.bind(view) },
    }) as Window
    reportEnd(own)

    const told = (data: string, origin: string) =>
      view.dispatchEvent(new MessageEvent('message', { data, origin, source: bank.contentWindow }))
    told('pay-checkout:done', 'https://bank.example')
    told('something else', location.origin)
    told('pay-checkout:done', location.origin)

    await expect.poll(() => heard).toEqual(['pay-checkout:done'])
    removeEventListener('message', listen)
  })
})
