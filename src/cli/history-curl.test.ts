import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { type Files, runLine, runShell, withFolder } from '../testing/run-program.ts'
import { type Shop, signIn, withShop } from './testing/login-shop.ts'

const filesOf = ({ url }: Shop): Files => ({
  'apitest.config.yaml': `variables: { shop: ${url} }
secrets: { key: "{{env.SHOP_KEY}}" }
environments: { other: { secrets: { key: t0ken-of-the-other } } }
`,
  'me.apitest.yaml': `suite: Me
steps:
  - name: Mine
    request: GET {{shop}}/me
    headers: { Authorization: "Bearer {{key}}" }
    query: { at: "{{$timestamp}}", name: ada }
    validations: [{ status: 500 }]
`,
  'login.apitest.yaml': `${signIn(url).replace('inputs: [user]\n', 'variables: { user: ada }\n')}
`.replace(
    'after:',
    '  - { name: Own, request: "GET {{shop}}/me", auth: { bearer: "{{token}}" }, validations: [{ status: 500 }] }\nafter:',
  ),
})

const key = 't0ken-of-mine'

async function inShop(use: (folder: string, shop: Shop) => Promise<void>): Promise<void> {
  await withShop(shop => withFolder(filesOf(shop), folder => use(folder, shop)))
}

describe('apitest history show --curl', () => {
  it('prints the command of a call that failed, with its secrets masked', () =>
    inShop(async folder => {
      await runShell(folder, `SHOP_KEY=${key} APITEST me.apitest.yaml`)
      const { output, exitCode } = await runLine(folder, ['history', 'show', '--curl'])
      assert.equal(exitCode, 0)
      assert.match(output, /^curl 'http:\/\/127\.0\.0\.1:\d+\/me\?at=.*&name=ada'/)
      assert.match(output, /Bearer \*\*\*/)
    }))

  it('prints one that can be run with --show-secrets: the same request as was sent', () =>
    inShop(async (folder, shop) => {
      await runShell(folder, `SHOP_KEY=${key} APITEST me.apitest.yaml`)
      const [sent = ''] = shop.calls
      const shown = await runShell(
        folder,
        `SHOP_KEY=${key} APITEST history show --curl --show-secrets | sh -s`,
      )
      assert.equal(shown.exitCode, 0, shown.errors)
      assert.deepEqual(shop.calls, [sent, sent])
      const { output } = await runLine(folder, [
        ...['history', 'show', '--curl', '--show-secrets'],
        ...['--env', 'other'],
      ])
      assert.match(output, /Bearer t0ken-of-the-other/)
    }))

  it('is the one of the environment and the row of the run, whatever other steps lack', () =>
    withShop(({ url }) =>
      withFolder(
        {
          'apitest.config.yaml': `variables: { shop: ${url} }
environments: { one: { secrets: { key: t0ken-of-one } }, two: { secrets: { key: t0ken-of-two } } }
`,
          'pets.apitest.yaml': `suite: Pets
data: [{ row: 1 }, { row: 2 }]
steps:
  - { name: Other, request: "GET {{shop}}/{{who}}", validations: [{ status: { at-least: 100 } }] }
  - { name: Round, request: "GET {{shop}}/{{pet}}", for-each: { pet: [cat, dog] }, validations: [{ status: { at-least: 100 } }] }
  - name: Photo
    request: POST {{shop}}/photo/{{row}}
    headers: { Authorization: "Bearer {{key}}" }
    multipart: { title: "It's", photo: { file: cat.png, content-type: image/png } }
    tls: { verify: false }
    validations: [{ status: { at-least: 100 } }]
`,
          'cat.png': 'PNG',
        },
        async folder => {
          const ran = await runLine(folder, ['.', '-e', 'two', '--var', 'who=ada'])
          const { output: list } = await runLine(folder, ['history'])
          const ids = list.split('\n').filter(line => line.includes('/photo/'))
          assert.equal(ids.length, 2, ran.output + ran.errors + list)
          for (const [index, line] of ids.entries()) {
            const [id = ''] = line.split(' ')
            const { output, errors } = await runLine(folder, [
              ...['history', 'show', id, '--curl', '--show-secrets'],
            ])
            assert.match(output, new RegExp(`/photo/${String(index + 1)}`), errors)
            assert.match(output, /Bearer t0ken-of-two/)
            assert.match(output, /--insecure/)
            assert.match(output, /title=It/)
            assert.match(output, /-F 'photo=@\S*cat\.png;filename=cat\.png;type=image\/png'/)
          }
        },
      ),
    ))

  it('says what is not kept', () =>
    inShop(async (folder, shop) => {
      await runLine(folder, ['login.apitest.yaml'])
      const { output: list } = await runLine(folder, ['history', '--failed'])
      const [id = ''] = list.split(' ')
      const { errors, exitCode } = await runLine(folder, ['history', 'show', id, '--curl', '--show-secrets'])
      assert.equal(exitCode, 2)
      assert.match(errors, /cannot be made again without the answers of earlier ones/)
      await runLine(folder, ['send', `${shop.url}/me`, '-H', 'Authorization: Bearer s3cret'])
      const sent = await runLine(folder, ['history', 'show', '--curl', '--show-secrets'])
      assert.match(sent.errors, /no suite says what they are/)
      const alone = await runLine(folder, ['history', 'show', '--show-secrets'])
      assert.match(alone.errors, /--show-secrets is for --curl/)
      for (const words of ['--env live', '--var a=1', '--env-file .env', '--production']) {
        const [option = '', ...values] = words.split(' ')
        const idle = await runLine(folder, ['history', 'show', option, ...values])
        assert.match(idle.errors, new RegExp(`${option} is for --curl`))
      }
    }))
})

const hasScript = spawnSync('script', ['--version']).status === 0

describe('a new .tool folder', () => {
  it(
    'is explained in a line on a terminal, once',
    { skip: hasScript ? false : 'script is not installed' },
    () =>
      inShop(async (folder, { url }) => {
        const line = `script -qec "APITEST send ${url}/x" /dev/null`
        const first = await runShell(folder, line)
        assert.match(first.output, /^\.tool\/ is new: .*git ignores it\r?$/m)
        const second = await runShell(folder, line)
        assert.doesNotMatch(second.output, /is new/)
      }),
  )
})
