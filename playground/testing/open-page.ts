import type { Browser, Page } from 'playwright-core'

/** A page at `url`, and all that goes wrong on it: errors, failed loads, and requests to any other server. */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1200, height: 900 },
): Promise<{ readonly page: Page; readonly complaints: readonly string[] }> {
  const page = await browser.newPage({ viewport })
  const complaints: string[] = []
  page.setDefaultTimeout(20_000)
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('requestfailed', request => complaints.push(`failed: ${request.url()}`))
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) complaints.push(`outside: ${request.url()}`)
  })
  await page.goto(url)
  return { page, complaints }
}
