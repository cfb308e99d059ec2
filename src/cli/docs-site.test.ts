import assert from 'node:assert/strict'
import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { browserTest } from '../testing/browser.ts'
import { readPages } from '../testing/pages.ts'
import { withFolder, withoutColors } from '../testing/run-program.ts'

const script = path.resolve('scripts/site.mjs')

const env = withoutColors()
const canLeaveNetwork = spawnSync('unshare', ['-rn', 'true'], { stdio: 'ignore' }).status === 0

function site(words: readonly string[]): { readonly output: string; readonly errors: string } {
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...words], { env, encoding: 'utf8' })
  return { output: stdout, errors: stderr }
}

/** The addresses of sections that a query finds, best first. */
interface Answer {
  readonly query: string
  readonly found: readonly string[]
}

/** The words that people search with, each with the beginnings of addresses that answer it. */
const searches = [
  ['pagination', 'cookbook/waiting.html'],
  ['polling', 'cookbook/waiting.html control-flow.html#retry sending.html'],
  ['parallel', 'cookbook/waiting.html#run-tests-in-parallel'],
  ['assert', 'validations.html cookbook/data.html#assert'],
  ['log in once', 'cookbook/sign-in.html'],
  ['Jenkins', 'continuous-integration.html#jenkins'],
  ['Azure', 'continuous-integration.html#azure-pipelines'],
  ['CircleCI', 'continuous-integration.html#circleci'],
  ['database', 'cookbook/projects.html#check-the-database'],
  ['webhook', 'cookbook/protocols.html#receive-a-webhook'],
  ['docker compose', 'cookbook/projects.html#test-an-api-in-docker-compose'],
  ['monorepo', 'cookbook/projects.html#test-several'],
  ['cheat sheet', 'language-card.html'],
  ['migrate', 'coming-from mocks-migration'],
  ['retry', 'control-flow.html#retry'],
  ['environment variables', 'variables.html configuration.html#environments'],
  ['token', 'cookbook/sign-in authentication.html'],
  ['upload a file', 'cookbook/data.html#upload-a-file'],
  ['ignore certificate errors', 'transport.html#certificates'],
  ['proxy', 'transport.html#proxies'],
  ['GraphQL', 'cookbook/protocols.html#test-a-graphql steps.html#bodies'],
  ['status code', 'cookbook/data'],
  ['JUnit', 'reports.html#junit'],
  ['skip a test', 'control-flow.html#skip'],
  ['timeouts', 'steps.html#timeouts'],
  ['soft assertions', 'validations.html#validations'],
  ['before all', 'cookbook/sign-in.html#log-in-once configuration.html#setup'],
  ['random data', 'cookbook/data.html#generate-unique variables.html#built-ins'],
  ['has-type', 'validations language-reference'],
  ['exit code', 'command-line.html'],
  ['swagger', 'import-openapi'],
  ['run a single test', 'command-line.html#choosing-steps'],
  ['tags', 'command-line.html#choosing'],
  ['basic auth', 'authentication steps.html#credentials'],
  ['OAuth2 client credentials', 'authentication'],
  ['csv', 'control-flow.html#data-rows cookbook/data.html#send-numbers'],
  ['loop over a list', 'control-flow.html#rounds cookbook/waiting.html#send-a-request-for-each'],
  ['secrets', 'variables.html#secrets'],
  ['mock server', 'mocks.html'],
  ['wait for service to start', 'waiting.html'],
  ['json schema', 'validations cookbook/data.html#validate-a-json-schema'],
  ['snapshot', 'validations.html#snapshots'],
  ['cookies', 'transport cookbook/sign-in.html#keep'],
  ['redirect', 'transport'],
  ['github actions', 'continuous-integration.html#github-actions'],
  ['gitlab', 'continuous-integration.html#gitlab-ci'],
  ['vs code', 'editor installing'],
  ['docker image', 'installing.html#a-container continuous'],
  ['supported node versions', 'installing.html#what-is-supported'],
  ['multipart form', 'steps.html#bodies'],
  ['response time', 'cookbook/data'],
  ['debug', 'command-line.html#permissions'],
  ['verbose output', 'command-line.html#permissions'],
  ['delete after test', 'cookbook/waiting.html#clean-up'],
  ['teardown', 'control-flow.html#cleaning-up'],
  ['if condition', 'control-flow.html#conditions'],
  ['reuse steps', 'cookbook/projects.html#reuse control-flow.html#other-suites'],
  ['xpath', 'validations'],
  ['has-length', 'validations language-reference'],
  ['connection refused', 'failures.html#network-error'],
  ['flaky', 'cookbook/waiting.html#retry-flaky'],
  ['how do I send a header with every request', 'steps.html#settings'],
  ['import postman collection', 'import-postman coming-from/postman'],
  ['load test', 'load'],
  ['soap', 'cookbook validations steps'],
  ['sleep', 'steps.html#pause'],
  ['uuid', 'variables.html#built-ins'],
  ['base url per environment', 'configuration.html#environments'],
  ['--bail', 'command-line.html#stopping'],
  ['pre-request script', 'scripts.html'],
  ['order of tests', 'command-line.html#order'],
  ['stop on first failure', 'command-line.html#stopping'],
  ['dynamic variables', 'variables.html'],
  ['parametrize', 'control-flow.html#data-rows coming-from/pytest.html#cheat-sheet'],
  ['offline', 'installing.html#what-is-supported'],
  ['windows', 'installing.html#what-is-supported'],
  ['chain requests', 'variables.html#extracts'],
  ['extract a value', 'variables.html#extracts'],
  ['websocket', 'real-time cookbook/protocols.html#test-a-websocket'],
  ['kafka', 'events'],
  ['how do I check the status code', 'cookbook/data.html#check'],
  ['client certificate', 'transport.html authentication.html'],
  ['API key', 'cookbook/sign-in'],
  ['spreadsheet', 'control-flow.html#data-rows'],
  ['excel', 'control-flow.html#data-rows'],
  ['rerun', 'command-line.html#choosing-steps'],
  ['AI', 'assistant.html'],
  ['token expires', 'authentication.html#oauth2'],
  ['token runs out', 'authentication.html#oauth2'],
  ['chunks next token', 'cookbook/waiting.html#pagination-by-cursor'],
  ['every item in array', 'cookbook/data.html#assert-on-a-list'],
  ['ignore timestamps', 'validations.html#snapshots'],
  ['golden file', 'cookbook/data.html#keep-a-whole'],
  ['hash of a file', 'cookbook/data.html#upload-a-file'],
  ['password not in git', 'cookbook/projects.html#keep-secrets'],
  ['partner API hangs', 'mocks.html#late-slow-and-broken'],
  ['fail the build', 'continuous-integration.html#exit-codes load.html#thresholds'],
  ['import postman collection scripts', 'import-postman.html'],
  ['mock called once', 'mocks.html#what-was-received'],
  ['errored vs failed', 'failures.html#failed-or-errored'],
  ['endpoints not tested', 'contracts.html#coverage'],
  ['wait for message on queue', 'cookbook/protocols.html#expect-a-kafka'],
  ['sse event after a request', 'cookbook/protocols.html#hear-the-event'],
  ['jenkins four agents', 'continuous-integration.html#shards'],
] as const

describe('the site of the documentation', () => {
  it('has every page as HTML without anything of other hosts, and placeholders as they are written', () =>
    withFolder({}, async folder => {
      assert.equal(site(['--out', folder]).errors, '')
      const pages = (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.html'))
      const names = (await readPages()).map(({ file }) => file.replace(/^docs\/(?!README\.md$)/, ''))
      const missing = names
        .map(name => name.replace('docs/README.md', 'pages.md').replace('README.md', 'index.md'))
        .filter(name => !pages.includes(name.replace(/\.md$/, '.html').toLowerCase()))
      assert.deepEqual(missing, [])
      for (const page of pages) {
        const html = await readFile(path.join(folder, page), 'utf8')
        assert.doesNotMatch(
          html,
          /<(?:script|img|iframe)[^>]* src="(?:https?:)?\/\/|<link[^>]* href="(?:https?:)?\/\//,
          page,
        )
      }
      const steps = await readFile(path.join(folder, 'steps.html'), 'utf8')
      assert.ok(steps.includes('{{baseUrl}}'))
      // Safari reads no lookbehind before 16.4: the whole script would be lost.
      assert.doesNotMatch(await readFile(path.join(folder, 'site.js'), 'utf8'), /\(\?<[=!]/)
    }))

  it(
    'is made where there is no network',
    { skip: !canLeaveNetwork && 'needs unshare, to be without a network' },
    () =>
      withFolder({}, folder => {
        const words = ['-rn', process.execPath, script, '--out', folder]
        const { stderr, status } = spawnSync('unshare', words, { env, encoding: 'utf8' })
        assert.deepEqual([stderr, status], ['', 0])
        return Promise.resolve()
      }),
  )

  it('finds the right section among the first three, and every problem by its code', async () => {
    const problems = await readFile('docs/problems.md', 'utf8')
    const codes = [...problems.matchAll(/^## `([a-z-]+)`$/gm)].map(([, code = '']) => code)
    assert.ok(codes.length > 50, String(codes.length))
    const wanted = new Map<string, readonly string[]>(
      searches.map(([query, places]) => [query, places.split(' ')]),
    )
    const queries = [...wanted.keys(), ...codes]
    assert.equal(new Set(queries).size, searches.length + codes.length)
    const answers = JSON.parse(site(['search', '--', ...queries]).output) as readonly Answer[]
    const missed = answers.filter(({ query, found }) => {
      if (codes.includes(query)) return found[0] !== `problems.html#${query}`
      return !found.slice(0, 3).some(url => wanted.get(query)?.some(place => url.startsWith(place)))
    })
    assert.deepEqual(missed, [])
  })

  it('deletes nothing but an earlier site', () =>
    withFolder({ 'notes/mine.txt': 'mine' }, async folder => {
      const notes = path.join(folder, 'notes')
      assert.match(site(['--out', notes]).errors, /notes holds other files/)
      assert.equal(await readFile(path.join(notes, 'mine.txt'), 'utf8'), 'mine')
      const own = path.join(folder, 'site')
      assert.equal(site(['--out', own]).errors, '')
      await writeFile(path.join(own, 'gone.html'), '')
      assert.equal(site(['--out', own]).errors, '')
      assert.ok(!(await readdir(own)).includes('gone.html'))
    }))

  it('is served on behind requests that name no page', () =>
    withFolder({}, folder =>
      whileServed(['--out', folder, '--port', '0'], async address => {
        for (const target of ['//[', '*', '/../../package.json', '/%2e%2e/package.json'])
          assert.match(await rawAnswer(address, target), /^HTTP\/1\.1 404 /, target)
        for (const target of ['//', '/steps.html?a=1'])
          assert.match(await rawAnswer(address, target), /^HTTP\/1\.1 200 /, target)
      }),
    ))

  it('is not made with a link that leads nowhere or out of the project, or with a page that is no whole one', () =>
    withProject(async (project, build) => {
      await appendFile(
        path.join(project, 'README.md'),
        `
[a](docs/nowhere.md) [b](docs/steps.md#nowhere) [c](../outside.md) [d](docs)
![e](docs/none.png) ![f](https://elsewhere.test/f.png) ![g](../outside.md)
`,
      )
      await writeFile(path.join(project, '../outside.md'), '# Outside\n')
      await writeFile(path.join(project, 'docs/lonely.md'), '# Lonely\n')
      await writeFile(path.join(project, 'docs/development/lonely.md'), 'Nothing\n')
      const { stderr, status } = build()
      assert.equal(status, 1)
      assert.deepEqual(stderr.trimEnd().split('\n'), [
        'README.md: docs/nowhere.md leads nowhere.',
        'README.md: docs/steps.md#nowhere leads nowhere.',
        'README.md: ../outside.md leads out of the project.',
        'README.md: docs leads nowhere.',
        'README.md: docs/none.png leads nowhere.',
        'README.md: https://elsewhere.test/f.png is an image of another host.',
        'README.md: ../outside.md leads out of the project.',
        'docs/development/lonely.md: CONTRIBUTING.md does not link to this page.',
        'docs/lonely.md: no table of docs/README.md has this page.',
        'docs/development/lonely.md: this page has no heading.',
      ])
      assert.deepEqual(await readdir(path.dirname(project)), ['outside.md', 'project'])
    }))

  it('has the images of pages, and names of files as they are', () =>
    withProject(async (project, build) => {
      const image = Buffer.from([0x89, 0x50, 0xff, 0])
      const name = 'a <b> & "c" #1.txt'
      await mkdir(path.join(project, 'docs/pictures'))
      await writeFile(path.join(project, 'docs/pictures/plan b.png'), image)
      await writeFile(path.join(project, 'docs', name), 'content')
      await appendFile(
        path.join(project, 'docs/cookbook/data.md'),
        `\n![Plan](<../pictures/plan b.png>) [text](../${encodeURIComponent(name)})\n`,
      )
      assert.equal(build().stderr, '')
      const made = path.join(project, 'dist/site')
      assert.deepEqual(await readFile(path.join(made, 'pictures/plan b.png')), image)
      assert.match(
        await readFile(path.join(made, `${name}.html`), 'utf8'),
        /<h1 id="file">a &lt;b&gt; &amp; &quot;c&quot; #1\.txt</,
      )
      const page = await readFile(path.join(made, 'cookbook/data.html'), 'utf8')
      assert.ok(page.includes('<img src="../pictures/plan%20b.png" alt="Plan">'))
      assert.ok(page.includes(`<a href="../${encodeURIComponent(name)}.html">text</a>`))
    }))

  it('says how it is called, and what it does not know', () => {
    assert.match(site(['--help']).output, /^Usage[^]*--out FOLDER[^]*--port NUMBER[^]*--base PATH/)
    for (const words of [['--unknown'], ['unknown'], ['build', 'unknown'], ['search']])
      assert.match(site(words).errors, /^Usage/m, words.join(' '))
  })
})

browserTest(
  'in a browser, below a path, a query leads to its section, and nobody else is asked',
  async browser => {
    await withFolder({}, folder =>
      whileServed(['--out', folder, '--port', '0', '--base', '/some/where/'], async address => {
        const page = await browser.newPage()
        const asked: string[] = []
        const errors: string[] = []
        page.on('request', request => asked.push(request.url()))
        page.on('pageerror', error => errors.push(error.message))
        for (const [query, place] of followed) {
          await page.goto(`${address}cookbook/index.html`)
          await page.keyboard.press('/')
          await page.keyboard.type(query)
          await page.locator('#results [aria-selected=true]').waitFor()
          await page.keyboard.press('Enter')
          await page.waitForURL(`${address}${place}`)
          const anchor = place.split('#')[1]
          if (anchor !== undefined) assert.ok(await page.locator(`[id="${anchor}"]`).isVisible())
        }
        await page.locator('#query').fill('qqqzzz')
        await page.getByText('Nothing has these words.').waitFor()
        assert.deepEqual(errors, [])
        assert.deepEqual(
          asked.filter(url => !url.startsWith(address) && !url.startsWith('data:')),
          [],
        )
      }),
    )
  },
)

browserTest(
  'in a browser, the index is asked for again, and keys are left to those whose they are',
  async browser => {
    await withFolder({}, folder =>
      whileServed(['--out', folder, '--port', '0'], async address => {
        const page = await browser.newPage()
        const errors: string[] = []
        page.on('pageerror', error => errors.push(error.message))
        await page.route('**/search-index.js', route => route.abort())
        await page.goto(`${address}steps.html`)
        const query = page.locator('#query')
        const results = page.locator('#results')
        await query.pressSequentially('jen')
        await page.getByText('The search cannot be loaded.').waitFor()
        await page.unroute('**/search-index.js')
        await query.pressSequentially('kins')
        await results.locator('[aria-selected=true]').waitFor()
        await query.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
        await query.dispatchEvent('keydown', { key: 'Escape', keyCode: 229 })
        assert.ok(await results.isVisible())
        await query.press('Escape')
        await query.press('Enter')
        assert.ok(await results.isHidden())
        await query.press('ArrowDown')
        assert.ok(await results.isVisible())
        assert.equal(page.url(), `${address}steps.html`)
        await query.press('Enter')
        await page.waitForURL(`${address}continuous-integration.html#jenkins`)
        assert.deepEqual(errors, [])
      }),
    )
  },
)

/** Queries in the browser, and the place of the first section that is found. */
const followed = [
  ['log in once', 'cookbook/sign-in.html#log-in-once-for-all-suites'],
  ['jenkins', 'continuous-integration.html#jenkins'],
  ['bad-value', 'problems.html#bad-value'],
  ['load test', 'load.html'],
] as const

/** A copy of the project's pages, and how its site is made into `dist/site`. */
async function withProject(
  use: (project: string, build: () => SpawnSyncReturns<string>) => Promise<void>,
): Promise<void> {
  await withFolder({}, async folder => {
    const project = path.join(folder, 'project')
    for (const name of [
      'docs',
      'suites',
      'bench/README.md',
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'LICENSE',
    ])
      await cp(name, path.join(project, name), { recursive: true })
    await symlink(path.resolve('scripts'), path.join(project, 'scripts'))
    await use(project, () => spawnSync(process.execPath, [script], { env, cwd: project, encoding: 'utf8' }))
  })
}

async function whileServed(words: readonly string[], use: (address: string) => Promise<void>): Promise<void> {
  const server = spawn(process.execPath, [script, 'serve', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await use(await addressIn(server.stdout))
  } finally {
    server.kill()
  }
}

/** The answer to a request whose target is sent as it is. */
async function rawAnswer(address: string, target: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

/** The address in the last line that the server prints once it runs. */
async function addressIn(output: Readable): Promise<string> {
  for await (const line of createInterface({ input: output })) if (line.startsWith('http://')) return line
  throw new Error('The site is not served.')
}
