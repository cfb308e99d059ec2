import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserTest } from '../../src/testing/browser.ts'
import { openPage } from '../testing/open-page.ts'
import { requiredEndpoints } from '../testing/required-endpoints.ts'
import { usePlayground } from '../testing/use-playground.ts'
import { escapeHtml } from './escape-html.ts'

const playground = usePlayground()

test('the home page lists every endpoint and needs no other file', async () => {
  const html = String((await playground.get('/')).body)
  const text = html.replace(/<[^>]+>/g, '')
  for (const endpoint of requiredEndpoints) {
    const shown = endpoint.replace(/ \|.*/, '').replace(/\{(\w+)\}/g, ':$1')
    assert.ok(text.includes(shown), shown)
  }
  assert.doesNotMatch(html, /<script src|<link rel="stylesheet"|@import/)
})

test('every path of a GET that the home page links to answers', async () => {
  const html = String((await playground.get('/')).body)
  const paths = [...html.matchAll(/href="(\/[^"#]*)"/g)].map(match => match[1] ?? '')
  assert.ok(paths.length > 20)
  for (const path of paths.filter(path => !['/ajax/slow', '/ajax/sse', '/events'].includes(path))) {
    const { status } = await playground.get(path)
    assert.ok(
      path.startsWith('/ajax/fail') ||
        path.startsWith('/account') ||
        path.startsWith('/shop') ||
        path.startsWith('/ajax/redirect') ||
        path.startsWith('/ws/') ||
        status === 200,
      path,
    )
  }
})

test('text is escaped', () => {
  assert.equal(escapeHtml('<a href="x">&'), '&lt;a href=&quot;x&quot;&gt;&amp;')
})

browserTest('home page: signing in gives a token, and the token opens the profile', async browser => {
  const { page, complaints } = await openPage(browser, playground.url('/'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Signed in.').waitFor()
  assert.match(await page.getByLabel('Token', { exact: true }).inputValue(), /^[\da-f-]{36}$/)
  await page.getByRole('button', { name: 'Who am I?' }).click()
  await page.getByText('grace.petrov.1@example.com').waitFor()
  assert.deepEqual(complaints, [])
})

browserTest('home page: a wrong password gives no token', async browser => {
  const { page } = await openPage(browser, playground.url('/'))
  await page.getByLabel('Password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('User name or password is wrong').waitFor()
  assert.equal(await page.getByLabel('Token', { exact: true }).isVisible(), false)
})

browserTest('home page: the data set can be reset to another size', async browser => {
  const { page, complaints } = await openPage(browser, playground.url('/'))
  await page.getByRole('button', { name: 'small', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'medium' }).click()
  await page.getByText('Reset: 100 users, 200 products').waitFor()
  await page.getByRole('button', { name: 'medium', pressed: true }).waitFor()
  const health = await playground.get('/api/health')
  assert.deepEqual(health.body, { status: 'UP', version: '1.0.0', size: 'medium' })
  assert.deepEqual(complaints, [])
})

browserTest('home page: it fits a telephone', async browser => {
  const { page } = await openPage(browser, playground.url('/'), { width: 360, height: 740 })
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
})
