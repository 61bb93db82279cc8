/**
 * A whole page, as text, that leads to the bank: by itself, or on a click if scripts are off.
 *
 * @param url An address of the sandbox, which needs no escaping.
 */
export const continueText = (url: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>On to your bank</title></head>
<body><form action="${url}"><button>Continue to your bank</button></form>
<script>document.forms[0].submit()</script></body>
</html>`
