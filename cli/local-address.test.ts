import { describe, expect, it } from 'vitest'
import { isPrivate } from './local-address.ts'

describe('an address', () => {
  it.each([
    ...['http://127.0.0.1:8787/', 'http://0x7f.1/', 'http://2130706433/', 'http://0.0.0.0/', 'http://[::1]/'],
    ...['http://localhost/', 'http://LOCALHOST./', 'http://shop.localhost/', 'http://router/'],
    ...['http://10.1.2.3/', 'http://172.31.255.255/', 'http://192.168.0.1/', 'http://100.64.0.1/'],
    ...['http://169.254.169.254/', 'http://[fe80::1]/', 'http://[fd00::1]/', 'http://[::ffff:10.0.0.1]/'],
    ...['https://printer.local/', 'https://metadata.google.internal/', 'https://nas.home.arpa/'],
  ])('%s is of a private network', (address) => {
    expect(isPrivate(address)).toBe(true)
  })

  it.each([
    ...['https://pay.example.com/', 'https://local.example/', 'http://172.32.0.1/', 'http://11.0.0.1/'],
    ...['http://100.128.0.1/', 'http://[2001:db8::1]/', 'http://[::ffff:8.8.8.8]/', 'http://192.169.0.1/'],
  ])('%s is of the web', (address) => {
    expect(isPrivate(address)).toBe(false)
  })
})
