/** Colours and type that pages have in common, by day and by night. */
export const styleTokens = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#f4f6f8, #0f1318);
  --card: light-dark(#ffffff, #171c23);
  --inset: light-dark(#f4f6f8, #10151b);
  --line: light-dark(#dfe4ea, #2b333e);
  --text: light-dark(#1b2330, #e4e8ee);
  --quiet: light-dark(#5a6575, #98a3b3);
  --passed: light-dark(#157a3a, #4cc26b);
  --failed: light-dark(#c02626, #ff7b72);
  --errored: light-dark(#8a2bb8, #d2a2ff);
  --skipped: light-dark(#697383, #8d97a5);
  --flaky: light-dark(#8f5f00, #e0b04a);
  --focus: light-dark(#1f6feb, #6ea8fe);
  --dns: #14a89a; --connect: #e8950c; --tls: #a35bea; --first-byte: #34a853; --download: #3b82f6;
  --wait: light-dark(#cdd5de, #3a4452);
  --code: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
:root[data-theme='light'] { color-scheme: light; }
:root[data-theme='dark'] { color-scheme: dark; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
`
