import { createHash } from 'node:crypto'
import { styleTokens } from '../../report/html/style-tokens.ts'
import type { ControlPage } from './control-server.ts'
import { pageScript } from './page-script.ts'

/** How the page looks, beside what it has in common with reports. */
const style = `${styleTokens}
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem 1.5rem 6rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1 { font-size: 1rem; font-weight: 600; color: var(--quiet); margin: 0; }
h2, h3, p, ul { margin: 0; } ul { padding: 0; list-style: none; }
pre, code, .mono { font-family: var(--code); font-size: .86em; }
header { display: flex; flex-wrap: wrap; gap: .3rem 1rem; align-items: baseline; }
#live { color: var(--quiet); margin-left: auto; }
#live.gone { color: var(--failed); }
.complaint { border-left: 4px solid var(--failed); background: var(--card); padding: .6rem .9rem; margin-top: 1rem;
  overflow-wrap: anywhere; white-space: pre-wrap; }
.columns { display: grid; grid-template-columns: minmax(14rem, 22rem) minmax(0, 1fr); gap: 1.25rem; margin-top: 1rem; align-items: start; }
.mock { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem; margin-bottom: 1rem; }
.mock h2 { font-size: 1.05rem; overflow-wrap: anywhere; }
.mock p { color: var(--quiet); overflow-wrap: anywhere; }
.mock ul { margin-top: .5rem; max-height: 26rem; overflow: auto; }
.mock button { display: flex; width: 100%; gap: .6rem; justify-content: space-between; text-align: left; border: 0; border-radius: 6px;
  padding: .25rem .5rem; background: none; overflow-wrap: anywhere; }
.mock button:hover { background: var(--inset); }
.mock button[aria-pressed='true'] { background: var(--text); color: var(--ground); }
button b { font-weight: 600; font-variant-numeric: tabular-nums; }
button, input { font: inherit; font-size: .88rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 999px; padding: .28rem .8rem; }
button { cursor: pointer; }
#toolbar { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center;
  padding: .5rem 0; background: var(--ground); }
#toolbar button[aria-pressed='true'] { background: var(--text); color: var(--ground); border-color: var(--text); }
#search { flex: 1 1 12rem; min-width: 8rem; }
#shown { color: var(--quiet); font-size: .85rem; }
#calls { background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: clip; }
#calls:empty { display: none; }
details + details { border-top: 1px solid var(--line); }
summary { display: grid; grid-template-columns: 7.5rem 3rem minmax(0, 3fr) minmax(0, 2fr); gap: .6rem; align-items: baseline;
  padding: .38rem 1rem; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary:hover, details[open] > summary { background: var(--inset); }
summary span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
details[open] > summary span { white-space: normal; overflow-wrap: anywhere; }
.time, .route { color: var(--quiet); font-size: .86rem; }
.wrong .route, .wrong .status { color: var(--failed); }
.body { padding: .6rem 1rem 1rem; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr); gap: .7rem; }
.why { color: var(--failed); white-space: pre-wrap; overflow-wrap: anywhere; }
h3 { font-size: .8rem; font-weight: 600; color: var(--quiet); }
pre { margin: .3rem 0 0; padding: .6rem .8rem; background: var(--inset); border: 1px solid var(--line); border-radius: 6px;
  overflow: auto; max-height: 30rem; white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .84rem; }
th, td { text-align: left; vertical-align: top; padding: .1rem .9rem .1rem 0; font-weight: 400; overflow-wrap: anywhere; white-space: pre-wrap; }
th { color: var(--quiet); white-space: nowrap; }
#nothing { color: var(--quiet); padding: 2rem 0; text-align: center; }
@media (max-width: 52rem) {
  body { padding-inline: .8rem; } .columns { grid-template-columns: minmax(0, 1fr); }
  summary { grid-template-columns: 3rem minmax(0, 1fr); } summary .time, summary .route { order: 3; grid-column: 2; }
  th { white-space: normal; }
}
`

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The page on which people see what mocks are asked. It holds nothing: all that it shows it asks for, with the token it was opened with. */
export const controlPage: ControlPage = {
  policy: [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(pageScript)}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mocks</title>
<style>${style}</style>
</head>
<body>
<header><h1>Mocks</h1><span id="live" role="status">asking …</span><button id="theme" type="button">dark</button></header>
<p id="complaint" class="complaint" role="alert" hidden></p>
<div class="columns">
<nav id="mocks" aria-label="Mocks and routes"></nav>
<main>
<div id="toolbar">
<input id="search" type="search" placeholder="Search calls" aria-label="Search calls">
<button id="wrong" type="button" aria-pressed="false">not as described</button>
<span id="shown" role="status"></span>
</div>
<div id="calls"></div>
<p id="nothing">No call yet.</p>
</main>
</div>
<script>${pageScript}</script>
</body>
</html>
`,
}
