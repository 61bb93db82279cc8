<?php
// A shop with one mug: `php -S localhost:3000 server.php`; `php server.php refund REFERENCE return-17 2.50` pays back.
// The price is the server's, and the shopper is who your login says.
const MUG = ['intent' => 'sale', 'amount' => '12.50', 'currency' => 'EUR', 'description' => 'Heather mug',
             'customer' => ['email' => 'ann@example.com']];
const FILE = __DIR__ . '/orders.json'; // A web server that serves files must not serve this one.

/** Stores `$order`, unless a newer one is there, and reads all. What it stored is on the disk once it returns. */
function orders(?array $order = null): array {
    flock($lock = fopen(FILE . '.lock', 'c'), LOCK_EX);
    $orders = is_file(FILE) ? json_decode(file_get_contents(FILE), true, flags: JSON_THROW_ON_ERROR) : [];
    // A repeat has the same seq, and a late message a smaller one: neither changes anything.
    if (!$order || $order['seq'] <= ($orders[$order['reference']]['seq'] ?? 0)) return $orders;
    $orders[$order['reference']] = $order;
    $text = json_encode($orders, JSON_THROW_ON_ERROR);
    // Another file, which gets the name once it is whole: a crash leaves the old orders or the new ones.
    $isWhole = fwrite($file = fopen(FILE . '.new', 'w'), $text) === strlen($text) && fsync($file);
    return $isWhole && rename(FILE . '.new', FILE) ? $orders : throw new RuntimeException('the orders are not stored');
}

/** Sends the very same request until the answer is certain. Begins no try after two minutes, nor after a refusal. */
function send(string $path, string $name, array $body): array {
    $key = getenv('PAY_MERCHANT_KEY');
    $header = ["Authorization: Bearer $key", 'Content-Type: application/json', "Idempotency-Key: $name"];
    $request = ['method' => 'POST', 'header' => $header, 'content' => json_encode($body), 'timeout' => 45];
    $context = stream_context_create(['http' => $request + ['follow_location' => 0, 'ignore_errors' => true]]);
    [$isLost, $pause, $end] = [false, 0, time() + 120];
    for ($next = 1; time() + $pause < $end; $next = min(2 * $next, 30)) {
        sleep($pause);
        // Where the answer is lost, or is a proxy's, the edge may have acted all the same.
        $reply = @fopen(getenv('PAY_EDGE') . $path, 'r', false, $context);
        $head = $reply ? implode("\n", stream_get_meta_data($reply)['wrapper_data']) : '';
        $answer = $reply ? json_decode(stream_get_contents($reply), true) : null;
        $isOrder = isset($answer['order']) || isset($answer['id'], $answer['followUps']);
        if ($isOrder && preg_match('~^HTTP\S+ 200~', $head)) return $answer;
        $status = str_starts_with((string) ($answer['type'] ?? ''), 'urn:pay-checkout:problem:') ? $answer['status'] : 0;
        // A lost try may still arrive: for five minutes no refusal proves anything, nor does one of another call.
        if ($status >= 400 && $status < 500 && $status !== 408 && $status !== 429)
            throw new RuntimeException($isLost ? 'uncertain' : "refused: {$answer['code']}");
        $isLost = $isLost || $status !== 429;
        $pause = max($next, preg_match('~^retry-after: (\d+)~im', $head, $found) ? (int) $found[1] : 0);
    }
    throw new RuntimeException('uncertain');
}

/** Pays back. The same name is the same refund, also after a crash or from another machine. */
function refund(string $reference, string $name, string $amount): void {
    [$order, $part] = [orders()[$reference]['id'], ['amount' => $amount, 'currency' => MUG['currency']]];
    echo 'returned so far: ', send("/v1/orders/$order/return", "returnOrder.$order.$name", $part)['returned'], "\n";
}

/** Whether the edge signed these very bytes, at most five minutes from now. */
function isFromEdge(string $body): bool {
    $header = fn (string $name) => $_SERVER["HTTP_WEBHOOK_$name"] ?? '';
    [$id, $at, $signatures] = [$header('ID'), $header('TIMESTAMP'), $header('SIGNATURE')];
    preg_match_all('~whsec_([\w+/]{32,}=*)~', getenv('PAY_WEBHOOK_SECRET'), $secrets);
    foreach ($secrets[1] as $secret) {
        $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", base64_decode($secret), true));
        foreach (explode(' ', $signatures) as $given)
            if (hash_equals($right, $given)) return abs(time() - (int) $at) <= 300;
    }
    return false;
}

if (PHP_SAPI === 'cli') return refund(...array_slice($argv, 2));
http_response_code(500); // Until all is done: PHP alone may answer 200 to a webhook that it could not store.
[$path] = explode('?', $_SERVER['REQUEST_URI']);
if ($path === '/webhooks') { // Of at most 1 MB: what is longer is cut, and so not signed.
    if (!isFromEdge($body = file_get_contents('php://input', length: 1_000_000))) return http_response_code(400);
    orders(json_decode($body, true)['data']['order'] ?? null);
    return http_response_code(204);
}
if ($path !== '/') return http_response_code(404);
$cookie = $_COOKIE['order'] ?? '';
$reference = preg_match('~^cart-[0-9a-f]{32}$~D', $cookie) ? $cookie : 'cart-' . bin2hex(random_bytes(16));
$content = "<p>Thank you: order $reference is paid.</p>";
if (!in_array(orders()[$reference]['status'] ?? '', ['approved', 'partially-returned'])) {
    $opened = send('/v1/orders', $reference, MUG + ['reference' => $reference]);
    $content = "<pay-checkout session='{$opened['order']['id']}.{$opened['token']}' return-url='/'></pay-checkout>";
}
setcookie('order', $reference, ['expires' => time() + 86400, 'httponly' => true, 'samesite' => 'Lax']);
header('Cache-Control: no-store', true, 200);
?>
<!doctype html><html lang="en"><title>Mug</title><main><h1>Heather mug, 12.50 EUR</h1><?= $content ?></main>
<script type="module" src="<?= getenv('PAY_EDGE') ?>/pay-checkout.js"></script></html>
