/** How the page of a load test looks, by day, by night, on narrow screens and on paper. */
export const pageStyle = `body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1 { font-size: 1rem; font-weight: 600; color: var(--quiet); margin: 0; letter-spacing: .02em; }
h2, p, ul, figure { margin: 0; }
pre, .file { font-family: var(--code); font-size: .86em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; border-radius: 4px; }
.passed { --tone: var(--passed); } .failed { --tone: var(--failed); } .flaky { --tone: var(--flaky); } .skipped { --tone: var(--quiet); }
.verdict { font-size: 2rem; font-weight: 700; line-height: 1.2; color: var(--tone); margin: .35rem 0 .15rem; }
.reasons { padding-left: 1.2rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
.hint { margin-bottom: .5rem; }
.facts { color: var(--quiet); overflow-wrap: anywhere; } .facts b { color: var(--text); font-weight: 600; }
section { margin-top: 1.5rem; } section > h2 { font-size: 1.05rem; margin-bottom: .5rem; }
.tiles { display: flex; flex-wrap: wrap; gap: 1rem; } .tile { flex: 1 1 9rem; }
@media (max-width: 72rem) { .tile { flex-basis: calc(25% - 1rem); } }
.tile, .chart, details, .wide, .thresholds { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1rem; }
.tile h2 { font-size: .86rem; font-weight: 500; color: var(--quiet); }
.tile b { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; color: var(--tone, inherit); }
@media (max-width: 44rem) { .tiles { gap: .8rem; } .tile { flex-basis: calc(50% - .8rem); padding: .7rem .8rem; } .tile b { font-size: 1.3rem; } }
.tile p { font-size: .86rem; color: var(--quiet); overflow-wrap: anywhere; }
p .status, .measured { white-space: nowrap; }
.charts { display: grid; grid-template-columns: 1fr; gap: 1rem; }
@media (min-width: 64rem) { .charts { grid-template-columns: 1fr 1fr; } .chart:last-child:nth-child(odd) { grid-column: 1 / -1; } }
figcaption { font-size: .9rem; font-weight: 600; display: flex; flex-wrap: wrap; gap: 0 .9rem; }
.legend { font-weight: 400; color: var(--quiet); } .legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: 2px; margin-right: .35rem; background: var(--ink); }
.calm { --ink: light-dark(#2563c9, #6ea8fe); } .warm { --ink: light-dark(#b26a00, #e0a040); } .hot { --ink: light-dark(#c02626, #ff7b72); }
.legend .dashed { background: repeating-linear-gradient(90deg, var(--ink) 0 3px, transparent 3px 5px); }
.plot { display: block; width: calc(100% - 5rem); height: 190px; margin: .4rem 1.25rem 0 3.75rem; overflow: visible; }
.grid { stroke: var(--line); } .line { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.line.dashed { stroke-dasharray: 6 4; } .area { fill: var(--ink); opacity: .16; }
.limit { stroke: var(--tone, var(--quiet)); stroke-dasharray: 2 3; }
rect.blank { fill: var(--failed); opacity: .14; } .legend .blank { background: color-mix(in srgb, var(--failed) 30%, var(--card)); }
text { font-size: 12px; fill: var(--quiet); } .value { text-anchor: end; } .place, .blank-name { text-anchor: middle; } .blank-name { fill: var(--failed); }
.limit-name { fill: var(--tone, var(--quiet)); paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.facts + .thresholds { margin-top: .5rem; } .thresholds { list-style: none; } .thresholds li { overflow-wrap: anywhere; } .sign { font-weight: 700; color: var(--tone); } .thresholds .failed, .thresholds .skipped { color: var(--tone); }
.measured { color: var(--quiet); margin-left: .5rem; }
.wide { overflow-x: auto; padding: .4rem .6rem; container-type: inline-size; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .6rem; text-align: right; white-space: nowrap; } th:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
thead th { font-size: .82rem; font-weight: 500; color: var(--quiet); } tbody th { font-weight: 400; } tr + tr > * { border-top: 1px solid var(--line); } .all > * { font-weight: 650; }
td.failed, summary .failed { color: var(--tone); }
@container (max-width: 43rem) {
  table, tbody, th { display: block; } thead { display: none; }
  tr { display: grid; grid-template-columns: repeat(4, 1fr); padding: .5rem 0; } tbody tr + tr { border-top: 1px solid var(--line); }
  tbody tr > * { border: 0; padding: .15rem .3rem; text-align: left; } tbody th { grid-column: 1 / -1; font-weight: 600; }
  td::before { content: attr(data-name); display: block; font-size: .78rem; font-weight: 400; color: var(--quiet); }
}
details { margin-top: .6rem; } summary b { font-weight: 600; } summary { cursor: pointer; overflow-wrap: anywhere; } pre { overflow-x: auto; margin: .6rem 0 0; }
.explanation p { color: var(--quiet); max-width: 60rem; }
@media print {
  body { max-width: none; padding: 0; } .chart, .tile, tr { break-inside: avoid; }
  details::details-content { content-visibility: visible; display: block; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`
