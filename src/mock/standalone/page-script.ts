/** The script of the page: it asks for the mocks and their calls, shows them as they come, and opens one. All of it as text, never as HTML. */
export const pageScript = String.raw`
'use strict'
const byId = id => document.getElementById(id)
const remembered = 'token'
if (location.hash.length > 1) {
  sessionStorage.setItem(remembered, location.hash.slice(1))
  history.replaceState(null, '', '/')
}
const token = sessionStorage.getItem(remembered)
const ask = target => fetch(target, { headers: { authorization: 'Bearer ' + token } })

const mostCalls = 500
const longestText = 1000000
const state = { mocks: [], calls: [], mock: '', route: '', words: '', wrong: false }

// What moves the cursor or turns the reading direction is shown as an escape.
const hidden = /(?![\n\t])[\p{Cc}\p{Cs}]|[\u061c\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu
const escaped = found => '\\u' + found.charCodeAt(0).toString(16).padStart(4, '0')
const plain = text => text.replace(hidden, escaped)

function element(name, attributes, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (value !== undefined) made.setAttribute(key, value)
  }
  for (const child of children) made.append(typeof child === 'string' ? plain(child) : child)
  return made
}

function showMocks() {
  const choose = (mock, route) => () => {
    const isChosen = state.mock === mock && state.route === route
    Object.assign(state, isChosen ? { mock: '', route: '' } : { mock, route })
    showMocks()
    showCalls()
  }
  const focused = document.activeElement?.dataset?.key
  const button = (mock, route, label, count) => element(
    'button',
    { type: 'button', 'data-key': mock + ' ' + route, 'aria-pressed': String(state.mock === mock && state.route === route), onclick: choose(mock, route) },
    element('span', { class: 'mono' }, label), element('b', {}, String(count)))
  byId('mocks').replaceChildren(...state.mocks.map(({ name, url, file, count, routes }) => element(
    'section', { class: 'mock' },
    element('h2', {}, name), element('p', { class: 'mono' }, url), element('p', {}, file),
    element('ul', {}, element('li', {}, button(name, '', 'all calls', count)),
      ...routes.map(({ route, count }) => element('li', {}, button(name, route, route, count)))))))
  if (focused) document.querySelector('[data-key="' + CSS.escape(focused) + '"]')?.focus()
}

const isWrong = call => call.problem !== null || (call.route === null && call.status !== null)
const textOf = call => [call.mock, call.method, call.url, call.route, call.status, call.fault, call.aborted ? 'aborted' : '', call.problem].join(' ').toLowerCase()

function matches(call) {
  if (state.mock !== '' && call.mock !== state.mock) return false
  if (state.route !== '' && call.route !== state.route) return false
  return (!state.wrong || isWrong(call)) && textOf(call).includes(state.words)
}

function timeOf(at) {
  const time = new Date(at)
  return time.toTimeString().slice(0, 8) + '.' + String(time.getMilliseconds()).padStart(3, '0')
}

const rows = new Map()

function rowOf(call) {
  const known = rows.get(call.number)
  if (known && known.call === call) return known.row
  const row = element('details', { class: isWrong(call) ? 'wrong' : undefined, 'data-number': String(call.number) },
    element('summary', {},
      element('span', { class: 'time' }, timeOf(call.at)),
      element('span', { class: 'status mono' }, String(call.status ?? call.fault ?? (call.aborted ? 'aborted' : '\u2026'))),
      element('span', { class: 'mono' }, call.method + ' ' + call.url),
      element('span', { class: 'route mono' }, call.route ?? (call.status === null ? 'not answered yet' : 'no route answers'))))
  row.addEventListener('toggle', () => { if (row.open) void openCall(call, row) })
  if (known?.row.open) row.open = true
  rows.set(call.number, { call, row })
  return row
}

function showCalls() {
  const found = state.calls.filter(matches)
  const shown = found.slice(-mostCalls).reverse()
  const list = byId('calls')
  const wanted = shown.map(rowOf)
  const keep = new Set(wanted)
  for (const row of [...list.children]) if (!keep.has(row)) row.remove()
  // What stays is not moved: it may be open, and have the focus.
  let next = list.firstChild
  for (const row of wanted) {
    if (row === next) next = next.nextSibling
    else list.insertBefore(row, next)
  }
  byId('nothing').hidden = shown.length > 0
  byId('nothing').textContent = state.calls.length === 0 ? 'No call yet.' : 'No call matches.'
  byId('shown').textContent = shown.length + ' of ' + state.mocks.reduce((sum, { count }) => sum + count, 0) + ' calls shown'
}

function cut(text) {
  return text.length <= longestText ? text : text.slice(0, longestText) + '\n\u2026 and ' + (text.length - longestText) + ' more characters'
}

const table = (title, entries) => entries.length === 0 ? [] : [element('section', {}, element('h3', {}, title), element('table', {},
  ...entries.map(([name, value]) => element('tr', {}, element('th', { scope: 'row', class: 'mono' }, name),
    element('td', { class: 'mono' }, typeof value === 'string' ? value : JSON.stringify(value))))))]

async function openCall(call, row) {
  const answer = await ask('/api/call?mock=' + encodeURIComponent(call.mock) + '&number=' + call.number).catch(() => undefined)
  const found = answer === undefined ? { error: 'the mocks do not answer any more' } : await answer.json()
  const { error, problem, nearest = [], headers = {}, query = {}, body = null, base64, at, method, url, path, route, status, ...rest } = found
  const why = error ?? problem
  const texts = { Body: body === null ? undefined : typeof body === 'string' ? body : JSON.stringify(body, null, 2), 'Body (base64)': base64 }
  const content = element('div', { class: 'body' },
    ...(why === undefined ? [] : [element('p', { class: 'why' }, why)]),
    ...table('Routes that nearly fit', nearest.map(({ route, reason }) => [route, reason])),
    ...(error === undefined ? [element('p', { class: 'mono' }, method + ' ' + url + ' \u00b7 ' + (route ?? 'no route answers') + ' \u00b7 ' + status)] : []),
    ...table('Query', Object.entries(query)), ...table('Headers', Object.entries(headers)), ...table('More', Object.entries(rest)),
    ...Object.entries(texts).flatMap(([title, text]) => text === undefined ? [] : [element('section', {}, element('h3', {}, title),
      element('pre', { tabindex: '0' }, cut(text)))]))
  row.querySelector('.body')?.remove()
  row.append(content)
}

function take(event, value) {
  if (event === 'state') {
    const counts = new Map(state.mocks.map(({ name, count }) => [name, count]))
    const reset = new Set(value.mocks.filter(({ name, count }) => count < (counts.get(name) ?? 0)).map(({ name }) => name))
    state.mocks = value.mocks
    state.calls = state.calls.filter(({ mock }) => !reset.has(mock))
    byId('complaint').hidden = value.complaint === undefined
    byId('complaint').textContent = plain(value.complaint ?? '')
    showMocks()
  } else if (event === 'calls') {
    const byNumber = new Map(state.calls.map(call => [call.number, call]))
    for (const call of value) byNumber.set(call.number, call)
    const calls = [...byNumber.values()].sort((one, other) => one.number - other.number)
    state.calls = calls.slice(-5000)
    if (calls.length > 5000) for (const { number } of calls.slice(0, -5000)) rows.delete(number)
  } else if (event === 'over') {
    state.over = true
    return
  }
  showCalls()
}

function tell(text, isGone) {
  byId('live').textContent = text
  byId('live').classList.toggle('gone', isGone)
}

async function listen() {
  const answer = await ask('/api/events')
  if (!answer.ok) throw new Error('refused')
  tell('live', false)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop()
    for (const written of events) {
      const event = /^event: (.*)$/m.exec(written)?.[1]
      if (event !== undefined) take(event, JSON.parse(/^data: (.*)$/m.exec(written)?.[1] ?? 'null'))
    }
  }
}

async function follow() {
  if (token === null) {
    tell('open the address that apitest mock start, or apitest mock list, prints', true)
    return
  }
  for (;;) {
    await listen().catch(() => undefined)
    if (state.over) break
    tell('the mocks do not answer', true)
    await new Promise(resolve => setTimeout(resolve, 2000))
  }
  tell('the mocks have ended', true)
}

byId('search').addEventListener('input', event => {
  state.words = event.target.value.trim().toLowerCase()
  showCalls()
})
byId('wrong').addEventListener('click', event => {
  state.wrong = !state.wrong
  event.currentTarget.setAttribute('aria-pressed', String(state.wrong))
  showCalls()
})
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== byId('search')) {
    event.preventDefault()
    byId('search').focus()
  }
})
const system = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => (document.documentElement.dataset.theme ?? (system.matches ? 'dark' : 'light')) === 'dark'
const nameTheme = () => { byId('theme').textContent = isDark() ? 'light' : 'dark' }
byId('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
  nameTheme()
})
system.addEventListener('change', nameTheme)
nameTheme()
void follow()
`
