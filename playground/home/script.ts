/** The script of the home page, as it runs in the browser. */
export const homeScript = `
const find = id => document.getElementById(id)
const send = async (method, path, options = {}) => {
  const response = await fetch(path, { method, ...options })
  return { status: response.status, body: await response.json() }
}
const sendJson = (method, path, body) =>
  send(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const say = (place, text) => { find(place).textContent = text }
const attempt = (place, task) => async event => {
  event.preventDefault()
  try { await task(event) } catch (error) { say(place, 'The playground does not answer: ' + error.message) }
}

const sizes = [...document.querySelectorAll('[data-size]')]
const press = size => sizes.forEach(button => button.setAttribute('aria-pressed', button.dataset.size === size))
sizes.forEach(button => button.addEventListener('click', attempt('reset-result', async () => {
  const { status, body } = await sendJson('POST', '/api/reset', { size: button.dataset.size })
  if (status !== 200) return say('reset-result', body.detail)
  press(body.size)
  say('reset-result', 'Reset: ' + Object.entries(body.counts).map(([name, count]) => count + ' ' + name).join(', ') + '.')
})))
send('GET', '/api/health').then(({ body }) => press(body.size), () => {})

find('sign-in').addEventListener('submit', attempt('account-result', async event => {
  const { username, password } = Object.fromEntries(new FormData(event.target))
  const { status, body } = await sendJson('POST', '/auth/token', { username, password })
  find('token-row').hidden = status !== 200
  find('token').value = status === 200 ? body.access_token : ''
  say('account-result', status === 200 ? 'Signed in. The token is good for an hour.' : body.detail)
}))
find('who-am-i').addEventListener('click', attempt('account-result', async () => {
  const authorization = 'Bearer ' + find('token').value
  const { status, body } = await send('GET', '/account/profile', { headers: { authorization } })
  say('account-result', status === 200
    ? 'GET /account/profile\\n' + body.name + ' <' + body.email + '>, ' + body.role + ', ' + body.orders.length + ' orders'
    : body.detail)
}))
find('copy').addEventListener('click', attempt('account-result', async () => {
  find('token').select()
  const copied = await navigator.clipboard.writeText(find('token').value).then(() => true, () => false)
  say('account-result', copied ? 'The token is in the clipboard.' : 'The token is selected: copy it by keyboard.')
}))
`
