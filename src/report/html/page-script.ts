/** The script of the page: the totals go to the top; filter, search, open all, light and dark. */
export const pageScript = `
'use strict'
const byId = id => document.getElementById(id)
const all = selector => [...document.querySelectorAll(selector)]
const main = document.querySelector('main')
byId('top').append(byId('overview'))
if (byId('toolbar')) main.before(byId('toolbar'))
const verdict = document.querySelector('.verdict')
if (verdict) document.title = verdict.textContent + ' · API test report'

const steps = all('.step').filter(step => !step.parentElement.closest('.step'))
const state = { filter: '', words: '' }

// Files come in the order they ended in: those that did not pass are wanted first, whatever else is shown.
const weight = suite => ['errored', 'failed', 'skipped', 'passed'].findIndex(outcome => suite.classList.contains(outcome))
main.append(...all('.suite').sort((one, other) => weight(one) - weight(other)), byId('nothing'))

function matches(step) {
  const { outcome, flaky, text } = step.dataset
  if (state.filter === 'flaky' ? flaky === undefined : state.filter && outcome !== state.filter) return false
  return text.includes(state.words)
}

// Rounds that are one line count as those that they are.
const count = list => list.reduce((sum, step) => sum + Number(step.dataset.steps ?? 1), 0)

function show() {
  for (const step of steps) step.hidden = !matches(step)
  const shown = steps.filter(step => !step.hidden)
  // The steps within a step are never hidden themselves, so they say nothing of their group.
  for (const group of all('.row, .suite')) group.hidden = !shown.some(step => group.contains(step))
  for (const heading of all('.suite h3')) {
    let next = heading.nextElementSibling
    while (next && next.hidden) next = next.nextElementSibling
    heading.hidden = !next
  }
  byId('nothing').hidden = shown.length > 0 || steps.length === 0
  if (byId('shown')) byId('shown').textContent = count(shown) + ' of ' + count(steps) + ' steps shown'
}

for (const button of all('[data-filter]'))
  button.addEventListener('click', () => {
    state.filter = button.dataset.filter
    for (const other of all('[data-filter]')) other.setAttribute('aria-pressed', String(other === button))
    show()
  })
byId('search')?.addEventListener('input', event => {
  state.words = event.target.value.trim().toLowerCase()
  show()
})
byId('fold')?.addEventListener('click', event => {
  const open = event.target.getAttribute('aria-pressed') !== 'true'
  event.target.setAttribute('aria-pressed', String(open))
  event.target.textContent = open ? 'close all' : 'open all'
  for (const details of main.querySelectorAll('details')) if (!details.closest('[hidden]')) details.open = open
})
for (const row of all('.row[data-unwell]')) if (row.querySelector('.step[open]')) row.open = true

const theme = byId('theme')
const system = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
const nameTheme = () => { if (theme) theme.textContent = isDark() ? 'light' : 'dark' }
theme?.addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
  nameTheme()
})
system.addEventListener('change', nameTheme)
nameTheme()
`
