import { styleTokens } from './style-tokens.ts'

/** How the page looks, by day and by night. */
export const pageStyle = `${styleTokens}body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 6rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
h1 { font-size: 1rem; font-weight: 600; color: var(--quiet); margin: 0; letter-spacing: .02em; }
h2, h3, h4, p, dl, dd { margin: 0; }
pre, code, .status, .time, .place, .line, .file { font-family: var(--code); font-size: .86em; }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; border-radius: 4px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.passed { --tone: var(--passed); } .failed { --tone: var(--failed); } .errored { --tone: var(--errored); }
.skipped { --tone: var(--skipped); } .flaky { --tone: var(--flaky); }

header { display: grid; grid-template-columns: 1fr auto; align-items: baseline; }
.environment { color: var(--quiet); }
#top { grid-column: 1 / -1; }
.verdict { font-size: 2rem; font-weight: 700; line-height: 1.2; color: var(--tone); margin: .35rem 0 .15rem; }
#overview .facts, .coverage .facts { color: var(--quiet); }
.coverage { margin-top: 1rem; } .coverage .failed { color: var(--failed); }
.coverage details.list > summary { display: list-item; cursor: pointer; padding: .2rem 0; } .coverage ul { margin: .2rem 0 .6rem; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; margin: 1.25rem 0 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .9rem 1.1rem; }
.tile h3 { font-size: .9rem; font-weight: 500; color: var(--quiet); display: flex; justify-content: space-between; align-items: baseline; }
.tile h3 b { font-size: 1.5rem; color: var(--text); font-weight: 650; font-variant-numeric: tabular-nums; }
.tile p { font-size: .86rem; display: flex; flex-wrap: wrap; gap: 0 .9rem; }
.tile p span { color: var(--tone); }
.share { display: flex; gap: 2px; height: 8px; margin: .45rem 0 .5rem; border-radius: 4px; overflow: hidden; }
.share i { background: var(--tone); min-width: 3px; }

#toolbar { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center;
  margin: 1.25rem -1.5rem 0; padding: .75rem 1.5rem; background: var(--ground); border-bottom: 1px solid var(--line); }
.filters { display: flex; flex-wrap: wrap; gap: .4rem; }
button, input { font: inherit; font-size: .88rem; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 999px; padding: .28rem .8rem; }
button { cursor: pointer; }
button:hover { border-color: var(--quiet); }
button b { font-weight: 600; color: var(--tone, var(--quiet)); margin-left: .15rem; font-variant-numeric: tabular-nums; }
.filters button[aria-pressed='true'] { background: var(--text); border-color: var(--text); color: var(--ground); }
.filters button[aria-pressed='true'] b { color: inherit; }
input { flex: 1 1 12rem; min-width: 8rem; }
.legend { flex-basis: 100%; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 .9rem; font-size: .78rem; color: var(--quiet); }
.key { display: inline-block; width: .6rem; height: .6rem; border-radius: 2px; margin-right: .35rem; }

.suite { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin-top: 1.25rem; overflow: clip; }
h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: .15rem .6rem; padding: .8rem 1rem; font-size: 1.05rem; font-weight: 650;
  border-bottom: 1px solid var(--line); border-left: 4px solid var(--tone); overflow-wrap: anywhere; }
h2 .file, h2 .facts, h2 .time { font-weight: 400; color: var(--quiet); font-size: .83rem; }
h2 .end { display: flex; flex-wrap: wrap; justify-content: flex-end; align-items: baseline; gap: .15rem .6rem; margin-left: auto; }
.tag { font-size: .75rem; font-weight: 500; color: var(--quiet); border: 1px solid var(--line); border-radius: 999px; padding: 0 .5rem; }
.suite h3 { font-size: .78rem; font-weight: 600; color: var(--quiet); letter-spacing: .04em; padding: .6rem 1rem .2rem 1.15rem; }
.sign { display: inline-block; width: 1.3em; text-align: center; font-weight: 700; color: var(--tone); flex: none; }

details > summary { display: grid; grid-template-columns: 1.3rem 2.6rem minmax(0, 1fr) minmax(6rem, 14rem) 5.2rem; gap: .5rem; align-items: center;
  padding: .38rem 1rem; cursor: pointer; list-style: none; }
.with-trends details.step > summary { grid-template-columns: 1.3rem 2.6rem minmax(0, 1fr) minmax(5rem, 11rem) 120px 5.2rem; }
.with-trends .step > summary > .time { grid-column: -2; grid-row: 1; }
.bars { width: 120px; height: 23px; display: block; overflow: visible; flex: none; }
.bars .floor { stroke: var(--line); stroke-width: 1; fill: none; }
.bars .bar { fill: var(--tone); opacity: .45; } .bars .bar.passed { fill: var(--quiet); }
.bars .bar.failed, .bars .bar.errored, .bars .bar.flaky { opacity: 1; } .bars .mark { fill: var(--tone); }
.trend-words { color: var(--quiet); font-size: .86rem; }
.trends th, .trends td { vertical-align: middle; } .trends td { white-space: nowrap; } .trends td:last-child { white-space: normal; color: var(--quiet); }
.unsteady { margin-top: 1rem; } .unsteady h3 { display: block; margin-bottom: .35rem; }
.history { border-top: 1px solid var(--line); } .history > summary { display: list-item; list-style: revert; color: var(--quiet); font-size: .86rem; }
.history .trends { margin: .2rem 1rem .7rem; }
.row > summary { grid-template-columns: 1.3rem 2.6rem minmax(0, 1fr) 5.2rem; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: var(--inset); }
.steps > details + details, .nested > details + details { border-top: 1px solid var(--line); }
details[open] > summary { background: var(--inset); }
.row > .steps { border-top: 1px solid var(--line); padding-left: 1.4rem; background: var(--card); }
.status { color: var(--quiet); }
.failed > summary .status, .errored > summary .status { color: var(--tone); }
.name { overflow-wrap: anywhere; }
.skipped > summary .name { color: var(--quiet); }
.note { font-size: .8rem; color: var(--tone, var(--quiet)); margin-left: .7rem; }
.step > summary .note:not(.flaky) { color: var(--quiet); }
.why { display: block; font-size: .86rem; color: var(--tone); }
.time { text-align: right; color: var(--quiet); white-space: nowrap; font-variant-numeric: tabular-nums; }

.track { position: relative; display: block; height: .7rem; }
.bar { position: absolute; top: 0; bottom: 0; min-width: 3px; background: var(--wait); border-radius: 2px; overflow: hidden;
  left: min(calc(var(--at) / var(--span) * 100%), calc(100% - 3px)); width: min(calc(var(--for) / var(--span) * 100%), calc(100% - var(--at) / var(--span) * 100%)); }
.bar.whole { left: 0; width: 100%; }
.bar i { position: absolute; top: 0; bottom: 0; }
.dns { background: var(--dns); } .connect { background: var(--connect); } .tls { background: var(--tls); }
.firstByte { background: var(--first-byte); } .download { background: var(--download); } .bar i.whole { background: var(--first-byte); }

.body { padding: .8rem 1rem 1rem 1.15rem; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 1fr); gap: .8rem; }
.nested { border: 1px solid var(--line); border-radius: 8px; overflow: clip; }
.reason { border-left: 3px solid var(--tone); padding: .1rem 0 .1rem .8rem; }
.message { color: var(--tone); font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere; }
.place, .explained { color: var(--quiet); overflow-wrap: anywhere; }
.hint::before { content: 'hint: '; color: var(--quiet); }
pre { margin: .35rem 0 0; padding: .6rem .8rem; background: var(--inset); border: 1px solid var(--line); border-radius: 6px; overflow: auto; max-height: 26rem; line-height: 1.45; }
.problem { border-left: 4px solid var(--failed); font-size: .86rem; background: var(--card); margin-top: 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.problem.warning { border-left-color: var(--flaky); }
.transcript { font-size: .82rem; } .transcript td { vertical-align: top; font-variant-numeric: tabular-nums; }
.transcript td:first-child, .transcript td:last-child { white-space: nowrap; text-align: right; color: var(--quiet); }
.transcript th { font-weight: 400; white-space: nowrap; } .transcript code { white-space: pre-wrap; overflow-wrap: anywhere; }
.timing { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; align-items: center; }
.track.wide { flex: 1 1 16rem; height: .9rem; }
.phases { display: flex; flex-wrap: wrap; gap: 0 1rem; font-size: .82rem; }
.phases div { display: flex; gap: .4rem; } .phases dt { color: var(--quiet); } .phases dd { font-variant-numeric: tabular-nums; }
.exchange { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
.exchange section { min-width: 0; }
h4 { font-size: .8rem; font-weight: 600; color: var(--quiet); } h4 small { font-weight: 400; }
.line { font-weight: 600; overflow-wrap: anywhere; }
.none, #nothing { color: var(--quiet); }
#nothing { padding: 2rem 0; text-align: center; }
table { border-collapse: collapse; font-size: .84rem; }
th, td { text-align: left; vertical-align: top; padding: .1rem .9rem .1rem 0; font-weight: 400; overflow-wrap: anywhere; white-space: pre-wrap; }
.checks { justify-self: start; }
.differences { margin: .35rem 0; } .differences :is(th, td) { padding: .12rem .9rem .12rem .4rem; border-bottom: 1px solid var(--line); }
.differences thead th { color: var(--quiet); white-space: nowrap; } .differences th { min-width: 5.5rem; } .differences td:nth-child(2) code { color: var(--failed); } .differences td:nth-child(3) code { color: var(--passed); }
.headers th { color: var(--quiet); white-space: nowrap; }
.checks td:first-child, .checks .failed th, .checks .failed td:last-child { color: var(--tone); }
@media (max-width: 46rem) {
  body { padding-inline: .8rem; } #toolbar { position: static; margin-inline: -.8rem; padding-inline: .8rem; }
  details > summary { grid-template-columns: 1.3rem 2.2rem minmax(0, 1fr) 4.8rem; } summary .track, .legend { display: none; }
  .with-trends details.step > summary { grid-template-columns: 1.3rem 2.2rem minmax(0, 1fr) 4.8rem; } summary .trend { grid-area: 2 / 3; } .trend.calm { display: none; }
  h2 .bars { order: 1; } .trends tr { display: grid; padding: .25rem 0; } .trends th, .trends td { padding-right: 0; }
}
@media print { #toolbar { display: none !important; } body { background: none; } }
`
