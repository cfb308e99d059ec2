/** The look of the home page, by day and by night. */
export const homeStyles = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --card: #ffffff; --ink: #1f2421; --soft: #5b645e; --line: #e2e0d8;
  --accent: #0b6b57; --accent-ink: #ffffff; --wash: #eaf3ef;
  --get: #0b6b57; --post: #1d5fa8; --put: #8a5a00; --delete: #b3261e;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #151816; --card: #1c201e; --ink: #e8ebe8; --soft: #a3ada7; --line: #323833;
    --accent: #57c7a9; --accent-ink: #0d1512; --wash: #1f2e29;
    --get: #57c7a9; --post: #7fb4ee; --put: #e0b05a; --delete: #f2938c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
}
main, header, footer { max-width: 66rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 3.5rem; padding-bottom: .5rem; }
h1 { font-size: 2.1rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .6rem; }
h1 span { color: var(--accent); }
h2 { font-size: 1.15rem; margin: 0 0 .3rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0 0 .9rem; }
.lead { font-size: 1.1rem; color: var(--soft); max-width: 44rem; }
.soft, .tag p { color: var(--soft); }
a { color: var(--accent); text-underline-offset: .18em; }
code, output, input, .url { font-family: var(--mono); font-size: .875rem; }
nav { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.4rem 0 0; }
nav a, button {
  display: inline-block; padding: .5rem .95rem; border-radius: .5rem; border: 1px solid var(--line);
  background: var(--card); color: var(--ink); font: inherit; font-size: .925rem; text-decoration: none; cursor: pointer;
}
nav a:hover, button:hover { border-color: var(--accent); color: var(--accent); }
nav a.main, button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
nav a.main:hover, button.main:hover { color: var(--accent-ink); filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.url { color: var(--soft); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1.25rem; margin: 2.25rem 0 3rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1.4rem 1.5rem 1.5rem; }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; }
label { display: block; flex: 1 1 9rem; font-size: .85rem; color: var(--soft); }
input {
  display: block; width: 100%; margin-top: .2rem; padding: .5rem .65rem; border-radius: .5rem;
  border: 1px solid var(--line); background: var(--paper); color: var(--ink);
}
.sizes button { flex: 1 1 6rem; text-align: left; }
.sizes small { display: block; color: var(--soft); font-size: .8rem; }
.sizes button[aria-pressed=true] { background: var(--wash); border-color: var(--accent); }
output { display: block; margin-top: .9rem; padding: .6rem .75rem; border-radius: .5rem; background: var(--wash); overflow-wrap: anywhere; white-space: pre-wrap; }
output:empty, [hidden] { display: none; }
.token { margin-top: .9rem; }
.token input { font-size: .82rem; }
.tags { columns: 2 25rem; column-gap: 3rem; }
.tag { break-inside: avoid; padding: 1rem 0 1.1rem; border-top: 1px solid var(--line); }
.tag p { font-size: .9rem; margin: 0 0 .5rem; }
.tag ul { list-style: none; margin: 0; padding: 0; }
.tag li { display: grid; grid-template-columns: 1fr auto; column-gap: 1rem; padding: .28rem 0; }
.tag li p { grid-column: 1; font-size: .85rem; padding-left: 4.6rem; line-height: 1.35; margin: 0; }
.tag li code { display: grid; grid-template-columns: 4.1rem 1fr; column-gap: .5rem; overflow-wrap: anywhere; }
.tag li code b { font-weight: 700; font-size: .78rem; line-height: 1.75; letter-spacing: .02em; }
.get b { color: var(--get); } .post b { color: var(--post); } .put b { color: var(--put); } .delete b { color: var(--delete); }
.tag li code a { color: inherit; text-decoration-color: var(--line); }
.tag li code a:hover { color: var(--accent); text-decoration-color: currentColor; }
var { font-style: normal; color: var(--soft); }
.try { font-size: .85rem; grid-row: 1; grid-column: 2; text-decoration: none; padding: 0 .35rem; }
.try:hover { text-decoration: underline; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .45rem 1.4rem; margin: .6rem 0 0; font-size: .925rem; }
dt { color: var(--soft); } dd { margin: 0; }
footer { padding-top: 2rem; padding-bottom: 3rem; color: var(--soft); font-size: .875rem; }
@media (max-width: 40rem) { header { padding-top: 2rem; } dl { grid-template-columns: 1fr; gap: .1rem; } dd { margin-bottom: .5rem; } }
`
