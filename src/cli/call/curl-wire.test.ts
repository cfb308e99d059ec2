import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import { without } from '../../testing/parts.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { command as send } from '../commands/send.ts'
import { parseArguments } from '../parse-arguments.ts'
import { stepOf } from './step-of.ts'

/** Command lines as pages and browsers give them; `URL` is that of a server, and the files are in the folder `DIR`. */
const commands: readonly string[] = [
  'curl URL/v1/models -H "Authorization: Bearer $OPENAI_API_KEY"',
  `curl URL/v1/chat/completions -H "Content-Type: application/json" -d '{
    "model": "m", "messages": [{"role": "user", "content": "Say \\"hi\\""}], "temperature": 0.7
  }'`,
  `curl --request POST --url 'URL/oauth/token' --header 'content-type: application/x-www-form-urlencoded' --data grant_type=client_credentials --data 'client_id=a b'`,
  'curl URL/v1/charges -u sk_test_4eC39: -d amount=2000 -d currency=usd -d "metadata[order]=6735"',
  `curl -X POST URL/2010/Messages.json --data-urlencode "Body=Hi there & you" --data-urlencode 'To=+1555' -u AC1:tok`,
  `curl -L -X POST -H "Accept: application/vnd.github+json" -H "X-GitHub-Api-Version: 2022-11-28" URL/repos/o/r/issues -d '{"title":"Found a bug","labels":["bug"]}' -H 'Content-Type: application/json'`,
  `curl -X PUT "URL/index/_doc/1?pretty" -H 'Content-Type: application/json' -d'{ "user": "kimchy", "at": "2024-01-01" }'`,
  'curl -F file=@DIR/cat.png -F "initial_comment=Hello, \\"Leadville\\"" -F channels=C024 -H "Authorization: Bearer x" URL/api/files.upload',
  `curl 'URL/graphql' -H 'content-type: application/json' --data-raw '{"query":"query { me { id } }","variables":{}}' --compressed`,
  `curl 'URL/a' -H 'accept: */*' -H 'accept-language: en-US,en;q=0.9' -H 'cookie: sid=1; theme="dark"' -H 'sec-ch-ua: "Chromium";v="120"' -H 'user-agent: Mozilla/5.0' --compressed`,
  `curl 'URL/a' --data-raw $'{"text":"it\\'s \\u00e9 \\n"}' -H 'content-type: application/json; charset=UTF-8'`,
  `curl 'URL/a' -X 'OPTIONS' -H 'access-control-request-method: POST' -H 'origin: http://x'`,
  'curl -T DIR/note.txt URL/bucket/',
  'curl -T DIR/note.txt URL/bucket/key.txt',
  'curl --upload-file DIR/note.txt -H "Content-Type: text/plain" URL/bucket/key.txt',
  'curl -r 0-99 URL/a',
  'curl --range 500-,1000-1100 URL/a',
  'curl -d @DIR/lines.txt URL/a',
  'curl -d @DIR/body.json URL/a',
  'curl -d @DIR/body.json -H "Content-Type: application/json" URL/a',
  'curl -d a=1 -d @DIR/lines.txt URL/a',
  'curl --data-binary @DIR/lines.txt URL/a',
  'curl --data-binary @DIR/lines.txt -H "Content-Type: application/x-ndjson" URL/_bulk',
  'curl --data-binary "@DIR/cat.png" -H "Content-Type: image/png" URL/a',
  'curl --data-ascii "a=1" URL/a',
  'curl --data-urlencode note@DIR/lines.txt URL/a',
  'curl --json @DIR/body.json URL/a',
  `curl --json '{"a": [1, "x"]}' URL/a`,
  `curl -G URL/search -d 'q=tag%3Aa' --data-urlencode 'sort=a b'`,
  "curl -G -d page=2 'URL/search?q=1'",
  "curl --url-query 'q=a b&c' URL/search",
  'curl -I URL/a',
  'curl -XDELETE -u ada:pass URL/a/1',
  'curl -A "Mozilla/5.0 (X11)" --referer http://x/ URL/a',
  'curl -b "a=1; b=2" -b c=3 URL/a',
  "curl -H 'X-Empty;' -H 'Accept:' -H 'X-Spaces:   a  b ' URL/a",
  `curl -H 'X-Name: Zoë' URL/a`,
  'curl -sSkL --connect-timeout 5 -m 20 -o /dev/null -w "%{http_code}" URL/302',
  'curl -sN --no-progress-meter --fail-with-body URL/a',
  "curl -x '' --noproxy '*' URL/a?",
  'curl --resolve example.test:PORT:127.0.0.1 http://example.test:PORT/a',
  `curl -F 'meta={"a":1};type=application/json' -F 'f=@DIR/note.txt;filename=b.md;type=text/markdown' --form-string 'at=@x' URL/a`,
  'curl -X POST URL/a',
  "curl --path-as-is 'URL/a/../b/%2e/c\\\\d'",
  'curl -d "" URL/a',
  'echo a=1 | curl -d @- URL/a',
  'curl -H @DIR/headers.txt URL/a',
  "curl -b a=1 -H 'Cookie: b=2' URL/a",
  "curl -A me/1 -H 'User-Agent: me/2' -r 0-9 -H 'Range: bytes=1-2' URL/a",
  "curl -A '' URL/a",
  "curl -u ada:pass -H 'Authorization: Bearer x' URL/a",
  "curl -H 'X-Twice: 2' -H 'X-Twice:' URL/a",
  "curl -T DIR/note.txt 'URL/bucket/?x=1'",
  `curl --data-urlencode "s='!()*~ +" URL/a`,
  "curl --data-urlencode 'x y' --data-urlencode '=c&d' URL/a",
  "curl --url-query '+a=%20' URL/a",
  'curl -F a=1 --form-string b=@2 -F c=3 URL/a',
  "curl -F a=1 -H 'Content-Type: multipart/form-data' URL/a",
]

const files = {
  'note.txt': 'a note\n',
  'lines.txt': 'a=1&b=\r\n2\n',
  'body.json': '{"a":\n 1}\n',
  'headers.txt': 'X-One: 1\nX-Two: 2\n',
  'cat.png': '\x89PNG',
}

describe('D5: a curl command behind `apitest send` sends what curl sends', { skip: without('curl') }, () => {
  for (const command of commands)
    it(command, async () => {
      const [theirs, ours] = await sendTwice(command)
      assert.ok(theirs.length > 0)
      assert.deepEqual(ours.map(comparable), theirs.map(comparable))
    })
})

/** The shell itself says what the arguments are. */
const asides = 'curl() { printf "%s\\0" "$@" >arguments; command curl -q --silent --max-time 20 "$@"; }'

async function sendTwice(
  command: string,
): Promise<readonly [readonly SeenRequest[], readonly SeenRequest[]]> {
  await using server = await httpServer(({ url }, response) => {
    response.writeHead(url === '/302' ? 302 : 200, { location: '/end' }).end()
  })
  return await withFolder(files, async folder => {
    const line = command
      .replaceAll('URL', server.url)
      .replaceAll('DIR', folder)
      .replaceAll('PORT', String(server.port))
    await promisify(execFile)('bash', ['-c', `set +m; ${asides}; ${line}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', OPENAI_API_KEY: 'k1' },
    })
    const count = server.seen.length
    const argv = (await readFile(path.join(folder, 'arguments'), 'utf8')).split('\0').slice(0, -1)
    const typed = argv.map(word => (word === '@-' ? `@${folder}/input` : word))
    const { step } = await stepFor(typed, folder)
    const { messages, summary } = await runText(JSON.stringify({ suite: 'A', steps: [step] }))
    assert.deepEqual([messages, summary.problems], [[], []])
    return [server.seen.slice(0, count), server.seen.slice(count)]
  })
}

async function stepFor(argv: readonly string[], folder: string) {
  const { writeFile } = await import('node:fs/promises')
  await writeFile(path.join(folder, 'input'), 'a=1\n')
  const parsed = parseArguments(argv, send)
  assert.ok(parsed.kind === 'given', JSON.stringify(parsed))
  const made = await stepOf(parsed.given, false)
  assert.ok(made.ok, made.ok ? '' : JSON.stringify(made.problems))
  return made.value
}
