import { demoAccounts, demoApiKey, demoClient } from '../account/credentials.ts'
import { dataSizes, recordCounts } from '../data/records.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { endpointSections } from './endpoints.ts'
import { escapeHtml } from './escape-html.ts'
import { homeScript } from './script.ts'
import { homeStyles } from './styles.ts'

/** The home page: what this is, a clean start, a sign-in, and every endpoint of the document. Needs no other file. */
export function homePage(document: OpenApiDocument): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>apitest playground</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
<style>${homeStyles}</style>
</head>
<body>
${header(document.servers[0]?.url ?? '')}
<main>
<div class="cards">
${resetCard}
${signInCard}
</div>
<h2>Endpoints</h2>
<p class="soft">A path opens the answer of a GET; Try opens the explorer, which sends any request to this server.</p>
<div class="tags">
${endpointSections(document)}
</div>
<section class="tag">
<h2>Good to know</h2>
${facts}
</section>
</main>
<footer>All people, products and places here are made up.</footer>
<script>${homeScript}</script>
</body>
</html>
`
}

function header(url: string): string {
  return `<header>
<h1>apitest <span>playground</span></h1>
<p class="lead">A small shop to practise API tests on. It has sample data that is the same at every start, errors on
demand, slow and streaming answers, a cart with coupons, uploads and a sign-in.</p>
<p class="url">${escapeHtml(url)}</p>
<nav aria-label="Tools">
<a class="main" href="/explorer">Open the explorer</a>
<a href="/openapi.json">openapi.json</a>
<a href="/openapi.yaml">openapi.yaml</a>
</nav>
</header>`
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b6b57"/>' +
  '<path d="M9 17l5 5 9-12" fill="none" stroke="#fff" stroke-width="3.5" stroke-linecap="round" stroke-linejoin="round"/></svg>'

const sizeButtons = dataSizes.map(
  size => `<button type="button" data-size="${size}" aria-pressed="false">${size}
<small>${recordCounts[size].users} users, ${recordCounts[size].products} products</small></button>`,
)

const resetCard = `<section class="card" aria-labelledby="reset-title">
<h2 id="reset-title">Start from a known state</h2>
<p class="soft">Resets and reseeds all data, like <code>POST /api/reset</code>.</p>
<div class="row sizes" role="group" aria-label="Size of the data set">
${sizeButtons.join('\n')}
</div>
<output id="reset-result" aria-live="polite"></output>
</section>`

const signInCard = `<section class="card" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
<p class="soft">Gives a bearer token, like <code>POST /auth/token</code>.</p>
<form id="sign-in" class="row">
<label>User name <input name="username" autocomplete="off" required value="${demoAccounts[0].username}"></label>
<label>Password <input name="password" autocomplete="off" required value="${demoAccounts[0].password}"></label>
<button class="main">Sign in</button>
</form>
<div id="token-row" class="row token" hidden>
<label>Token <input id="token" readonly></label>
<button type="button" id="copy">Copy</button>
<button type="button" id="who-am-i">Who am I?</button>
</div>
<output id="account-result" aria-live="polite"></output>
</section>`

const facts = `<dl>
<dt>Accounts</dt><dd>${demoAccounts
  .map(({ username, password }) => `<code>${username}</code> with <code>${password}</code>`)
  .join(', ')}, also for basic authentication</dd>
<dt>OAuth2 client</dt><dd><code>${demoClient.id}</code> with <code>${demoClient.secret}</code> at <code>/oauth/token</code></dd>
<dt>API key</dt><dd><code>${demoApiKey}</code> as header <code>X-API-Key</code> or parameter <code>api_key</code></dd>
<dt>Coupons</dt><dd><code>SAVE10</code>, <code>WELCOME20</code>; always rejected: <code>EXPIRED</code>, <code>MAXEDOUT</code></dd>
<dt>Stock</dt><dd>Products 10, 20, 30, ... are out of stock; of 5, 15, 25, ... two are left</dd>
<dt>Polling</dt><dd>An order placed with <code>POST /api/orders</code> is shipped at its third read</dd>
<dt>Uploads</dt><dd>Up to 10 files of 5 MiB; programs are refused</dd>
</dl>`
