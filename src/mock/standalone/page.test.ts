import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { browserTest } from '../../testing/browser.ts'
import { type ServedHere, serveHere } from './testing/serve-here.ts'

const routes = `      - { route: GET /hello, answer: { text: hello } }
      - { route: POST /orders, when: { $.sku: tea }, answer: { status: 201 } }`

/** Opens the page of a mock, and notes what the browser complains of. */
async function open(
  browser: Browser,
  { control }: ServedHere,
  more: Parameters<Browser['newPage']>[0] = {},
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, ...more })
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', asked => {
    if (!asked.url().startsWith(control.url)) complaints.push(asked.url())
  })
  await page.goto(`${control.url}/#${control.token}`)
  await page.waitForFunction("document.getElementById('live').textContent === 'live'")
  return { page, complaints }
}

const rows = (page: Page) => page.locator('#calls details')

function post(url: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}

browserTest('the page shows calls as they come, by route and by text, and opens one', browser =>
  serveHere(routes, async served => {
    await fetch(`${served.url}/hello?early=1`)
    const { page, complaints } = await open(browser, served)
    await rows(page).nth(0).waitFor()
    assert.equal(page.url(), `${served.control.url}/`, 'the token is not left in the address')
    await post(`${served.url}/orders`, '{"sku":"tea"}')
    await post(`${served.url}/orders?api_key=open-sesame`, '{"sku":"coffee"}')
    await page.locator('#calls .wrong').waitFor()
    const list = page.locator('#calls summary')
    assert.match(
      (await list.allTextContents()).join('\n'),
      /404POST \/orders\?api_key=\*\*\*no route answers\n.*201POST \/ordersPOST \/orders\n.*200GET \/hello\?early=1GET \/hello/,
    )
    assert.equal(await page.textContent('#shown'), '3 of 3 calls shown')
    assert.equal(
      await page.locator('nav button', { hasText: 'POST /orders' }).locator('b').textContent(),
      '1',
    )
    await page.locator('nav button', { hasText: 'GET /hello' }).click()
    assert.equal(await rows(page).count(), 1)
    await page.locator('nav button', { hasText: 'GET /hello' }).click()
    await page.click('#wrong')
    assert.equal(await rows(page).count(), 1)
    await page.locator('#calls summary').focus()
    await page.keyboard.press('Enter')
    await page.locator('.why').waitFor()
    const body = (await page.textContent('#calls .body')) ?? ''
    assert.match(body, /no route answers POST \/orders\?api_key=\*\*\*/)
    const line = (await page.textContent('#calls .body > .mono')) ?? ''
    assert.match(line, /^POST .*\/orders.* \u00b7 no route answers \u00b7 404$/)
    assert.match(body, /Routes that nearly fitPOST \/orders.*tea.*coffee/)
    assert.match(body, /content-typeapplication\/json/)
    assert.match(body, /"sku": "coffee"/)
    await page.click('#wrong')
    await page.keyboard.press('/')
    await page.keyboard.type('early')
    assert.equal(await rows(page).count(), 1)
    await page.fill('#search', 'no such thing')
    assert.equal(await page.textContent('#nothing'), 'No call matches.')
    await page.reload()
    await rows(page).nth(2).waitFor()
    await served.stop()
    await page.waitForFunction("document.getElementById('live').textContent === 'the mocks have ended'")
    assert.deepEqual(complaints, [])
    await page.close()
  }),
)

browserTest('the page tells of a client that left before its answer was due', browser =>
  serveHere('      - { route: GET /late, answer: { delay: 1m } }', async served => {
    const { page } = await open(browser, served)
    const leaving = new AbortController()
    const left = assert.rejects(fetch(`${served.url}/late`, { signal: leaving.signal }))
    await page.locator('#calls summary', { hasText: '200GET /late' }).waitFor()
    leaving.abort()
    await left
    await page.locator('#calls summary', { hasText: 'abortedGET /late' }).waitFor()
    await page.close()
  }),
)

browserTest('nothing that a call holds becomes part of the page, however large', browser =>
  serveHere(routes, async served => {
    const { page, complaints } = await open(browser, served)
    const hostile = '<img src=x onerror=alert(1)><script>alert(2)</script>\u202e\u0007'
    await post(
      `${served.url}/orders?q=${encodeURIComponent(hostile)}`,
      JSON.stringify({ [hostile]: hostile }),
      {
        'x-hostile': '<b onclick=alert(3)>x</b>',
      },
    )
    await post(`${served.url}/large`, JSON.stringify('x'.repeat(1024 * 1024)))
    await rows(page).nth(1).waitFor()
    for (const row of await rows(page).all()) await row.locator('summary').click()
    await page.locator('.body').nth(1).waitFor()
    assert.equal(await page.locator('main img, main script, main b').count(), 0)
    const text = (await page.textContent('main')) ?? ''
    assert.ok(text.includes('<img src=x onerror=alert(1)>') && text.includes('<b onclick=alert(3)>'))
    assert.ok(text.includes('\\u202e') && !text.includes('\u202e') && !text.includes('\u0007'))
    assert.match(text, /and 48576 more characters/)
    assert.deepEqual(complaints, [])
    await page.close()
  }),
)

browserTest('the page can be read in light and dark, and on a telephone', browser =>
  serveHere(routes, async served => {
    await post(`${served.url}/orders/with/a/very/long/path/${'x'.repeat(300)}`, '{}')
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(browser, served, { colorScheme, viewport: { width: 390, height: 800 } })
      await rows(page).nth(0).locator('summary').click()
      await page.locator('.why').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      const colors = async (): Promise<string> =>
        page.evaluate(
          'getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color',
        )
      const before = await colors()
      assert.match(before, colorScheme === 'light' ? /^rgb\(2\d\d/ : /^rgb\(\d\d,/)
      await page.click('#theme')
      assert.notEqual(await colors(), before)
      await page.close()
    }
  }),
)

browserTest('without its token the page shows nothing', browser =>
  serveHere(routes, async served => {
    await fetch(`${served.url}/hello`)
    const page = await browser.newPage()
    await page.goto(served.control.url)
    await page.waitForFunction("document.getElementById('live').textContent.startsWith('open the address')")
    await page.goto(`${served.control.url}/#wrong`)
    await page.reload()
    await page.waitForFunction("document.getElementById('live').textContent === 'the mocks do not answer'")
    await wait(100)
    assert.equal(await rows(page).count(), 0)
    await page.close()
  }),
)
