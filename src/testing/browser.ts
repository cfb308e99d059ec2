import { existsSync } from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { laterTier } from './parts.ts'

/** Chromium, without a window and without talking to anybody but the page's server; nothing when there is none. */
async function launchBrowser(): Promise<Browser | undefined> {
  const executablePath = findChromium()
  return executablePath === undefined
    ? undefined
    : chromium.launch({ executablePath, headless: true, args: quiet })
}

let shared: Promise<Browser | undefined> | undefined

/**
 * A test with a browser, which all tests of a process share: open a page in it and leave it open. On a machine without one
 * the test is reported as skipped, by its name.
 */
export function browserTest(name: string, run: (browser: Browser) => Promise<void>): void {
  const skip =
    laterTier('Chromium') ||
    (findChromium() === undefined && 'Chromium is not installed; run scripts/install-parts.sh as root.')
  void test(name, { skip }, async () => {
    shared ??= launchBrowser()
    const browser = await shared
    if (browser === undefined) throw new Error('Chromium has gone since the tests were started.')
    await run(browser)
  })
}

after(async () => {
  await (await shared)?.close()
})

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const candidates = [
    process.env['CHROMIUM_PATH'],
    '/usr/bin/chromium',
    ...['chromium', 'chromium-browser', 'google-chrome'].flatMap(name =>
      folders.map(folder => path.join(folder, name)),
    ),
  ]
  return candidates.find(candidate => candidate !== undefined && candidate !== '' && existsSync(candidate))
}
