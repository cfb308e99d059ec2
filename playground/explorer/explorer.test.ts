import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTest } from '../../src/testing/browser.ts'
import { openPage } from '../testing/open-page.ts'
import { usePlayground } from '../testing/use-playground.ts'

const playground = usePlayground()

test('the explorer and all its files are served from here', async () => {
  const html = String((await playground.get('/explorer/')).body)
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(match => match[1] ?? '')
  assert.ok(files.length >= 5)
  for (const file of files) assert.equal((await playground.get(`/explorer/${file}`)).status, 200, file)
  assert.doesNotMatch(html, /https?:\/\//)
})

test('files beside those of the explorer cannot be had', async () => {
  for (const path of ['/explorer/..%2f..%2fpackage.json', '/explorer/static/%2e%2e/package.json'])
    assert.notEqual((await playground.get(path)).status, 200, path)
})

browserTest('explorer: a request is really sent, and its answer shown', async browser => {
  const { page, complaints } = await openPage(browser, playground.url('/explorer'))
  const operation = page.locator('.opblock', { hasText: '/api/health' })
  await operation.locator('.opblock-summary').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .response').first()
  assert.match((await answer.locator('.response-col_status').textContent()) ?? '', /^200/)
  assert.match((await answer.textContent()) ?? '', /"status": "UP"/)
  assert.deepEqual(complaints, [])
})

browserTest('explorer: a link from the home page opens the operation with its example', async browser => {
  const { page, complaints } = await openPage(browser, playground.url('/'))
  await page.getByRole('link', { name: 'Try POST /api/reset in the explorer' }).click()
  const operation = page.locator('.opblock.is-open', { hasText: '/api/reset' })
  await operation.getByRole('button', { name: 'Execute' }).click()
  const status = operation.locator('.live-responses-table .response-col_status').last()
  assert.match((await status.textContent()) ?? '', /^200/)
  assert.deepEqual(complaints, [])
})

browserTest('explorer: an authorized request carries the token', async browser => {
  const { page } = await openPage(browser, playground.url('/explorer'))
  const token = await playground.json('POST', '/auth/token', { username: 'demo', password: 'demo-password' })
  await page.locator('.auth-wrapper .authorize').first().click()
  const { access_token: value } = token.body as { access_token: string }
  await page.getByLabel('auth-bearer-value').fill(value)
  await page.getByRole('button', { name: 'Apply credentials' }).first().click()
  await page.getByRole('button', { name: 'Close' }).first().click()
  const operation = page.locator('.opblock', { hasText: '/account/profile' })
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('grace.petrov.1@example.com').first().waitFor()
})
