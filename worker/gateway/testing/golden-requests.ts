/**
 * One golden request per operation, as text, for an order at endpoint 1001.
 *
 * Made independently of this code, from the specification's tables: bodies and base strings by Python's urllib, controls
 * by `sha1sum`, HMACs by Python's hmac.
 */
import type { OperationName } from '../operations.ts'

/** A request as the edge must send it. */
interface GoldenRequest {
  readonly url: string
  /** `field=value` as encoded in the body, in order. */
  readonly body: readonly string[]
  /** The whole header, with `SIGNATURE` for a signature that depends on the key. */
  readonly authorization?: string
  /** The base string of that signature. */
  readonly baseString?: string
}

const FORM = [
  'client_orderid=order-1',
  'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
  'email=john.smith%40gmail.com',
  'ipaddress=203.0.113.9',
  'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
  'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
  'first_name=John',
  'last_name=Smith',
  'address1=1+Main+St',
  'city=Riga',
  'zip_code=LV-1001',
  'country=LV',
  'phone=%2B37120000000',
]

const SUM = ['amount=10.15', 'currency=EUR']

const PERSON = ['first_name=John', 'last_name=Smith']

const ADDRESS = ['address1=1+Main+St', 'city=Riga', 'zip_code=LV-1001', 'country=LV', 'phone=%2B37120000000']

const CARD = [
  'credit_card_number=4444555566661111',
  'card_printed_name=John+Smith',
  'expire_month=01',
  'expire_year=2030',
  'cvv2=123',
]

const BROWSER = [
  'customer_browser_accept_header=text%2Fhtml%2C*%2F*%3Bq%3D0.8',
  'customer_browser_user_agent=Mozilla%2F5.0+%28X11%29',
  'customer_browser_javascript_enabled=true',
  'customer_browser_java_enabled=false',
  'customer_browser_accept_language=en-GB',
  'customer_browser_color_depth=24',
  'customer_browser_screen_width=1280',
  'customer_browser_screen_height=720',
  'customer_browser_time_zone=-120',
  'tds_cres_notification_url=https%3A%2F%2Fpay.example.com%2Fthree-ds%2Fa%2F1%2Fcres',
]

export const GOLDEN: Readonly<Record<OperationName, GoldenRequest>> = {
  'upload-cres-result': {
    url: 'https://gate.example.com/paynet/api/3ds/v1/upload-cres-result/1001',
    body: [
      'login=shop',
      'client-order-id=order-1',
      'orderid=42',
      'cRes=eyJhY3MiOiJ%2BIn0',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  'upload-method-url-result': {
    url: 'https://gate.example.com/paynet/api/3ds/v1/upload-method-url-result/1001',
    body: [
      'login=shop',
      'client-order-id=order-1',
      'orderid=42',
      'threeDSServerTransID=8a880dc0-d2d2-4067-bcb1-b08d1690b26e',
      'threeDSCompInd=Y',
      'browserAcceptHeader=text%2Fhtml%2C*%2F*%3Bq%3D0.8',
      'browserIP=203.0.113.9',
      'browserJavaEnabled=false',
      'browserJavascriptEnabled=true',
      'browserLanguage=en-GB',
      'browserColorDepth=24',
      'browserScreenHeight=720',
      'browserScreenWidth=1280',
      'browserTZ=-120',
      'browserUserAgent=Mozilla%2F5.0+%28X11%29',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  'upload-pares-result': {
    url: 'https://gate.example.com/paynet/api/3ds/v1/upload-pares-result/1001',
    body: [
      'login=shop',
      'client-order-id=order-1',
      'orderid=42',
      'paRes=eJxVUk1v%0D%0AwjAM%2FZ%2B%3D',
      'md=merchant+data',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  'account-verification-form': {
    url: 'https://gate.example.com/paynet/api/v2/account-verification-form/1001',
    body: [...FORM, 'control=2dcdd3b483d4838c1e45ad4d04128465f91842fd'],
  },
  'account-verification': {
    url: 'https://gate.example.com/paynet/api/v2/account-verification/1001',
    body: [
      'client_orderid=order-1',
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'email=john.smith%40gmail.com',
      'ipaddress=203.0.113.9',
      ...CARD,
      'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      ...PERSON,
      ...ADDRESS,
      ...BROWSER,
      'control=2dcdd3b483d4838c1e45ad4d04128465f91842fd',
    ],
  },
  capture: {
    url: 'https://gate.example.com/paynet/api/v2/capture/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'orderid=42',
      'comment=half+of+it',
      ...SUM,
      'control=452e318640f9b8a6f212bca08f4d99ab3f929440',
    ],
  },
  'create-card-ref': {
    url: 'https://gate.example.com/paynet/api/v2/create-card-ref/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'orderid=42',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  'get-card-info': {
    url: 'https://gate.example.com/paynet/api/v2/get-card-info/1001',
    body: ['login=shop', 'cardrefid=77', 'control=4cc3122dd649ae7158cd6b27ce476acbbce9dbb5'],
  },
  'make-rebill': {
    url: 'https://gate.example.com/paynet/api/v2/make-rebill/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'cardrefid=77',
      ...SUM,
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'ipaddress=203.0.113.9',
      'comment=half+of+it',
      'cvv2=123',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'control=85b8213e49e1bbe0d55bb5ad12f9f121a08b4efc',
    ],
  },
  'payment-form': {
    url: 'https://gate.example.com/paynet/api/v2/payment-form/1001',
    body: [...FORM, ...SUM, 'control=83e101840d78cf79c1b4bf48f8b53b2fc362c5d3'],
  },
  'payout-form': {
    url: 'https://gate.example.com/paynet/api/v2/payout-form/1001',
    body: [
      'client_orderid=order-1',
      ...SUM,
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'ipaddress=203.0.113.9',
      'email=john.smith%40gmail.com',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="qFtZ4iTZslDzFRVvER1ppf3kZcI%3D"',
  },
  payout: {
    url: 'https://gate.example.com/paynet/api/v2/payout/1001',
    body: [
      'client_orderid=order-1',
      ...SUM,
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'ipaddress=203.0.113.9',
      'purpose=Wages',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      ...PERSON,
      'email=john.smith%40gmail.com',
      'phone=%2B37120000000',
      'account_number=LV80BANK0000435195001',
      'bank_name=Bank+%26+Co',
      'bank_city=Riga',
      'account_name=John+Smith',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="R2lDeDb3Fz4uVn7plw3fP4FS8QI%3D"',
  },
  'preauth-form': {
    url: 'https://gate.example.com/paynet/api/v2/preauth-form/1001',
    body: [...FORM, ...SUM, 'control=83e101840d78cf79c1b4bf48f8b53b2fc362c5d3'],
  },
  preauth: {
    url: 'https://gate.example.com/paynet/api/v2/preauth/1001',
    body: [
      'client_orderid=order-1',
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'email=john.smith%40gmail.com',
      'ipaddress=203.0.113.9',
      ...SUM,
      'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      ...PERSON,
      ...ADDRESS,
      ...BROWSER,
      ...CARD,
      'control=83e101840d78cf79c1b4bf48f8b53b2fc362c5d3',
    ],
  },
  return: {
    url: 'https://gate.example.com/paynet/api/v2/return/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'orderid=42',
      'comment=half+of+it',
      ...SUM,
      'control=452e318640f9b8a6f212bca08f4d99ab3f929440',
    ],
  },
  'sale-form': {
    url: 'https://gate.example.com/paynet/api/v2/sale-form/1001',
    body: [...FORM, ...SUM, 'control=83e101840d78cf79c1b4bf48f8b53b2fc362c5d3'],
  },
  sale: {
    url: 'https://gate.example.com/paynet/api/v2/sale/1001',
    body: [
      'client_orderid=order-1',
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'email=john.smith%40gmail.com',
      'ipaddress=203.0.113.9',
      ...SUM,
      'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      ...PERSON,
      ...ADDRESS,
      ...BROWSER,
      ...CARD,
      'control=83e101840d78cf79c1b4bf48f8b53b2fc362c5d3',
    ],
  },
  status: {
    url: 'https://gate.example.com/paynet/api/v2/status/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'orderid=42',
      'by-request-sn=00000000-0000-0000-0000-000002e2e0b8',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  void: {
    url: 'https://gate.example.com/paynet/api/v2/void/1001',
    body: [
      'login=shop',
      'client_orderid=order-1',
      'orderid=42',
      'comment=half+of+it',
      'control=5ecfcf0aa7e6878c64e49d02c8ade4904ce3561c',
    ],
  },
  'create-card-ref-v4': {
    url: 'https://gate.example.com/paynet/api/v4/create-card-ref/1001',
    body: ['login=shop', 'client_orderid=order-1', 'orderid=42'],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="RSA-SHA256", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="SIGNATURE"',
    baseString: [
      'POST&https%3A%2F%2Fgate.example.com%2Fpaynet%2Fapi%2Fv4%2Fcreate-card-ref%2F1001&client_orderid%3Dorder-1',
      '%26login%3Dshop',
      '%26oauth_consumer_key%3Dshop',
      '%26oauth_nonce%3Dnonce-1',
      '%26oauth_signature_method%3DRSA-SHA256',
      '%26oauth_timestamp%3D1700000000',
      '%26oauth_version%3D1.0',
      '%26orderid%3D42',
    ].join(''),
  },
  'create-recurring-payment': {
    url: 'https://gate.example.com/paynet/api/v4/create-recurring-payment/1001',
    body: [
      'client-orderid=order-1',
      'rp_card_type=SRC',
      'amount=10.15',
      'currency=EUR',
      'period=month',
      'interval=1',
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'email=john.smith%40gmail.com',
      'first-name=John',
      'last-name=Smith',
      'address1=1+Main+St',
      'city=Riga',
      'zip-code=LV-1001',
      'country=LV',
      'phone=%2B37120000000',
      'customer-ip=203.0.113.9',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'credit-card-number=4444555566661111',
      'card-printed-name=John+Smith',
      'expire-month=01',
      'expire-year=2030',
      'cvv2=123',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="RSA-SHA256", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="SIGNATURE"',
    baseString: [
      'POST&https%3A%2F%2Fgate.example.com%2Fpaynet%2Fapi%2Fv4%2Fcreate-recurring-payment%2F1001&address1%3D1%2520Main%2520St',
      '%26amount%3D10.15',
      '%26card-printed-name%3DJohn%2520Smith',
      '%26city%3DRiga',
      '%26client-orderid%3Dorder-1',
      '%26country%3DLV',
      '%26credit-card-number%3D4444555566661111',
      '%26currency%3DEUR',
      '%26customer-ip%3D203.0.113.9',
      '%26cvv2%3D123',
      '%26email%3Djohn.smith%2540gmail.com',
      '%26expire-month%3D01',
      '%26expire-year%3D2030',
      '%26first-name%3DJohn',
      '%26interval%3D1',
      '%26last-name%3DSmith',
      '%26oauth_consumer_key%3Dshop',
      '%26oauth_nonce%3Dnonce-1',
      '%26oauth_signature_method%3DRSA-SHA256',
      '%26oauth_timestamp%3D1700000000',
      '%26oauth_version%3D1.0',
      '%26order_desc%3DTea%2520%2526%2520%2522cake%2522%2520%252B%2520%25D1%2587%25D0%25B0%25D0%25B9%2520%25E2%2598%2595',
      '%26period%3Dmonth',
      '%26phone%3D%252B37120000000',
      '%26rp_card_type%3DSRC',
      '%26server_callback_url%3Dhttps%253A%252F%252Fpay.example.com%252Fcallback%252Fa%252F1',
      '%26zip-code%3DLV-1001',
    ].join(''),
  },
  'payout-check': {
    url: 'https://gate.example.com/paynet/api/v4/payout-check/1001',
    body: [
      'client_orderid=order-1',
      ...SUM,
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'receiver_phone=%2B37120000001',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="RSA-SHA256", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="SIGNATURE"',
    baseString: [
      'POST&https%3A%2F%2Fgate.example.com%2Fpaynet%2Fapi%2Fv4%2Fpayout-check%2F1001&amount%3D10.15',
      '%26client_orderid%3Dorder-1',
      '%26currency%3DEUR',
      '%26oauth_consumer_key%3Dshop',
      '%26oauth_nonce%3Dnonce-1',
      '%26oauth_signature_method%3DRSA-SHA256',
      '%26oauth_timestamp%3D1700000000',
      '%26oauth_version%3D1.0',
      '%26receiver_phone%3D%252B37120000001',
      '%26server_callback_url%3Dhttps%253A%252F%252Fpay.example.com%252Fcallback%252Fa%252F1',
    ].join(''),
  },
  'payout-pay': {
    url: 'https://gate.example.com/paynet/api/v4/payout-pay/1001',
    body: ['login=shop', 'client_orderid=order-1', 'orderid=42'],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="RSA-SHA256", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="SIGNATURE"',
    baseString: [
      'POST&https%3A%2F%2Fgate.example.com%2Fpaynet%2Fapi%2Fv4%2Fpayout-pay%2F1001&client_orderid%3Dorder-1',
      '%26login%3Dshop',
      '%26oauth_consumer_key%3Dshop',
      '%26oauth_nonce%3Dnonce-1',
      '%26oauth_signature_method%3DRSA-SHA256',
      '%26oauth_timestamp%3D1700000000',
      '%26oauth_version%3D1.0',
      '%26orderid%3D42',
    ].join(''),
  },
  'pan-eligibility-send': {
    url: 'https://gate.example.com/paynet/api/v2/pan-eligibility/send/1001',
    body: [
      'client-order-id=order-1',
      'server-callback-url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'sending-card-ref-id=77',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="IgxuoQJXoX1RIkmrToEHuOP44q4%3D"',
  },
  transfer: {
    url: 'https://gate.example.com/paynet/api/v4/transfer/1001',
    body: [
      'client_orderid=order-1',
      ...SUM,
      'order_desc=Tea+%26+%22cake%22+%2B+%D1%87%D0%B0%D0%B9+%E2%98%95',
      'ipaddress=203.0.113.9',
      'redirect_url=https%3A%2F%2Fpay.example.com%2Freturn%2Fa%2F1',
      'server_callback_url=https%3A%2F%2Fpay.example.com%2Fcallback%2Fa%2F1',
      'deposit2card=true',
      'destination-card-no=4444444444444448',
    ],
    authorization:
      'OAuth oauth_consumer_key="shop", oauth_nonce="nonce-1", oauth_signature_method="RSA-SHA256", oauth_timestamp="1700000000", oauth_version="1.0", oauth_signature="SIGNATURE"',
    baseString: [
      'POST&https%3A%2F%2Fgate.example.com%2Fpaynet%2Fapi%2Fv4%2Ftransfer%2F1001&amount%3D10.15',
      '%26client_orderid%3Dorder-1',
      '%26currency%3DEUR',
      '%26deposit2card%3Dtrue',
      '%26destination-card-no%3D4444444444444448',
      '%26ipaddress%3D203.0.113.9',
      '%26oauth_consumer_key%3Dshop',
      '%26oauth_nonce%3Dnonce-1',
      '%26oauth_signature_method%3DRSA-SHA256',
      '%26oauth_timestamp%3D1700000000',
      '%26oauth_version%3D1.0',
      '%26order_desc%3DTea%2520%2526%2520%2522cake%2522%2520%252B%2520%25D1%2587%25D0%25B0%25D0%25B9%2520%25E2%2598%2595',
      '%26redirect_url%3Dhttps%253A%252F%252Fpay.example.com%252Freturn%252Fa%252F1',
      '%26server_callback_url%3Dhttps%253A%252F%252Fpay.example.com%252Fcallback%252Fa%252F1',
    ].join(''),
  },
}
