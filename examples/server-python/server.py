"""A shop with one mug. `server.py` sells it; `server.py refund REFERENCE return-17 2.50` pays some of it back."""
import base64, hmac, http.client, json, os, re, secrets, sqlite3, sys, time
from contextlib import closing, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

EDGE, KEY = os.environ["PAY_EDGE"], os.environ["PAY_MERCHANT_KEY"]
SECRETS = [base64.b64decode(text) for text in re.findall(r"whsec_([\w+/=]{32,})", os.environ["PAY_WEBHOOK_SECRET"])]
# The price is the server's, and the shopper is who your login says.
MUG = {"intent": "sale", "amount": "12.50", "currency": "EUR", "description": "Heather mug",
       "customer": {"email": "ann@example.com"}}
PAID = [[("approved",)], [("partially-returned",)]]
PAGE = f'''<!doctype html><html lang="en"><title>Mug</title><main><h1>Heather mug, 12.50 EUR</h1>{{}}</main>
  <script type="module" src="{EDGE}/pay-checkout.js"></script></html>'''
TAG = '<pay-checkout session="{order[id]}.{token}" return-url="/"></pay-checkout>'


def sql(statement, values=()):
    """Runs a statement. What it changes is on the disk once this returns the rows."""
    with closing(sqlite3.connect("orders.db")) as database, database:
        return database.execute(statement, values).fetchall()


def send(path, name, body):
    """Sends the very same request until the answer is certain. Begins no try after two minutes, nor after a refusal."""
    (scheme, host), is_lost, tries, pause, end = EDGE.split("://"), False, 0, 0, time.monotonic() + 120
    connect = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    headers = {"Authorization": f"Bearer {KEY}", "Content-Type": "application/json", "Idempotency-Key": name}
    while time.monotonic() + pause < end:
        time.sleep(pause)
        status, retry_after, tries = 0, 0, tries + 1
        # Where the answer is lost, or is a proxy's, the edge may have acted all the same.
        lost = OSError, http.client.HTTPException, ValueError, TypeError
        with suppress(*lost), closing(connect(host, timeout=45)) as edge:
            edge.request("POST", path, json.dumps(body), headers)
            answer = dict(json.loads((reply := edge.getresponse()).read()))
            if reply.status == 200 and ("order" in answer or {"id", "followUps"} <= answer.keys()):
                return answer
            if str(answer.get("type")).startswith("urn:pay-checkout:problem:"):
                status, retry_after = reply.status, int(reply.headers.get("Retry-After", 0))
        if 400 <= status < 500 and status not in (408, 429):
            # A lost try may still arrive: for five minutes no refusal proves anything, nor does one of another call.
            raise RuntimeError("uncertain" if is_lost else f"refused: {answer['code']}")
        is_lost, pause = is_lost or status != 429, max(min(2**tries / 2, 30), retry_after)
    raise RuntimeError("uncertain")


def refund(reference, name, amount):
    """Pays back. The same name is the same refund, also after a crash or from another machine."""
    [[order]] = sql("SELECT id FROM orders WHERE reference = ?", [reference])
    path, key = f"/v1/orders/{order}/return", f"returnOrder.{order}.{name}"
    print("returned so far:", send(path, key, {"amount": amount, "currency": "EUR"})["returned"])


def is_from_edge(headers, body):
    """Whether the edge signed these very bytes, at most five minutes from now."""
    name, at, signatures = (headers.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    signed = f"{name}.{at}.".encode() + body
    right = [b"v1," + base64.b64encode(hmac.digest(secret, signed, "sha256")) for secret in SECRETS]
    is_signed = any(hmac.compare_digest(one, given.encode()) for one in right for given in signatures.split())
    return is_signed and abs(time.time() - int(at)) <= 300


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path.split("?")[0] != "/":
            return self.send_error(404)
        cookie = re.search(r"\border=(cart-[0-9a-f]{32})\b", self.headers.get("Cookie", ""))
        reference = cookie[1] if cookie else f"cart-{secrets.token_hex(16)}"
        content = f"<p>Thank you: order {reference} is paid.</p>"
        if sql("SELECT status FROM orders WHERE reference = ?", [reference]) not in PAID:
            content = TAG.format(**send("/v1/orders", reference, {**MUG, "reference": reference}))
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Set-Cookie", f"order={reference}; Max-Age=86400; HttpOnly; SameSite=Lax")
        self.end_headers()
        self.wfile.write(PAGE.format(content).encode())

    def do_POST(self):
        body = self.rfile.read(min(int(self.headers["Content-Length"]), 1_000_000))  # Cut, it is not signed.
        if self.path != "/webhooks" or not is_from_edge(self.headers, body):
            return self.send_error(400)
        if order := json.loads(body)["data"].get("order"):
            # A repeat has the same seq, and a late message a smaller one: neither changes anything.
            sql("INSERT INTO orders VALUES (:reference, :id, :status, :seq) ON CONFLICT (reference)"
                " DO UPDATE SET status = :status, seq = :seq WHERE :seq > seq", order)
        self.send_response(204)
        self.end_headers()


sql("CREATE TABLE IF NOT EXISTS orders (reference PRIMARY KEY, id, status, seq)")
if sys.argv[1:]:
    sys.exit(refund(*sys.argv[2:]))
ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 3000))), Shop).serve_forever()
