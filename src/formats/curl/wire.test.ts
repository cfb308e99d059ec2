import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { importCurl } from './import-curl.ts'

const skip =
  spawnSync('bash', ['-c', 'curl --version']).status === 0 ? false : 'curl is not installed on this machine'

/** Command lines; `URL` is that of a server, and `note.txt`, `cat.png` and `body.json` are files beside them. */
const commands: readonly string[] = [
  'curl URL/a',
  "curl 'URL/a?x=1&y=a%20b#part'",
  'curl --url URL/a',
  'curl -X DELETE URL/a/1',
  'curl -XPUT URL/a -d a=1',
  'curl -I URL/a',
  'curl --head URL/a',
  'curl -X OPTIONS URL/a',
  'curl -d a=1 URL/a',
  'curl -d a=1 -d b=2 URL/a',
  "curl -d 'name=Ada Lovelace&x=%26' URL/a",
  "curl --data-raw '@a=1' URL/a",
  'curl --data-ascii a=1 --data-ascii @lines.txt URL/a',
  'curl --data-binary @body.json URL/a',
  'curl -d @body.json URL/a',
  'curl -d @lines.txt URL/a',
  "curl -d @lines.txt -H 'Content-Type: text/plain' URL/a",
  'curl -d a=1 -d @lines.txt URL/a',
  'curl --data-binary @lines.txt URL/a',
  'curl --data-urlencode note@lines.txt URL/a',
  'curl --json @body.json URL/a',
  'curl -H @headers.txt URL/a',
  'curl -T note.txt URL/folder/',
  "curl -T note.txt 'URL/folder/?x=1'",
  'curl -A "Mozilla/5.0 (X11)" -H "accept-language: en-US,en;q=0.9" -b "sid=1; theme=dark" --compressed URL/a',
  `curl 'URL/a' -H 'X-Name: Zoë' --data-raw $'{"t":"\\u00e9 \\u{1F600}"}' -H 'content-type: application/json'`,
  "curl URL/a? -u sk_test: -d amount=2000 -d 'metadata[order]=6735'",
  "curl -X PUT 'URL/i/_doc/1?pretty' -H 'Content-Type: application/json' -d'\n{\n  \"a\": 1\n}\n'",
  'curl -F file=@cat.png -F "comment=Hello, \\"L\\"" -F channels=C024 -H "Authorization: Bearer x" URL/up',
  "curl --location --request POST 'URL/a' --header 'Content-Type: application/x-www-form-urlencoded' --data-urlencode 'a=1 2' --data-urlencode 'b='",
  "curl --url-query 'q=a b&c' --url-query '+x=%20' URL/a",
  'curl -fsSL -o /dev/null --connect-timeout 5 --retry 0 URL/a',
  `curl -d '{"a": 1}' URL/a`,
  `curl -H 'Content-Type: application/json' -d '{"a": [1, "x"]}' URL/a`,
  `curl -H 'content-type: application/json; charset=utf-8' -d '{"a": 9007199254740993}' URL/a`,
  `curl --json '{"a": 1}' URL/a`,
  `curl --json '{"a": 1' --json ',"b": 2}' URL/a`,
  `curl --json '{"a": 1}' -d x=1 URL/a`,
  "curl -b a=1 -H 'Cookie: b=2' -r 0-9 -H 'Range: bytes=1-2' URL/a",
  "curl -A '' URL/a",
  "curl -u ada:pass -H 'Authorization: Bearer x' URL/a",
  "curl -H 'X-Twice: 2' -H 'X-Twice:' URL/a",
  `curl --data-urlencode "s='!()*~ +" URL/a`,
  "curl -d '' -d a=1 URL/a",
  `curl --json '{"a": 1}' -H 'Accept: text/plain' URL/a`,
  "curl --data-urlencode 'q=a b&c=d' URL/a",
  "curl --data-urlencode 'a b' --data-urlencode '=c&d' URL/a",
  "curl -G -d x=1 --data-urlencode 'q=a b' URL/a",
  "curl -G -d x=1 'URL/a?y=2'",
  "curl --url-query 'q=a b' URL/a",
  'curl -F name=Ada -F photo=@cat.png URL/a',
  "curl -F 'text=<note.txt;type=text/plain' URL/a",
  "curl -F 'note=@note.txt;type=text/markdown;filename=other.md' URL/a",
  `curl -F 'meta={"a":1};type=application/json' URL/a`,
  "curl --form-string 'at=@x;type=y' URL/a",
  'curl -F tag=a -F tag=b URL/a',
  "curl -H 'X-Tag: a' -H 'X-Tag: b' URL/a",
  "curl -H 'X-Empty;' -H 'Accept:' URL/a",
  "curl -H 'User-Agent: me/1' -H 'Referer: http://x/' URL/a",
  'curl -A me/2 -e http://x/ URL/a',
  "curl -b 'a=1; b=2' URL/a",
  'curl -b a=1 -b b=2 URL/a',
  'curl -u ada:pass:word URL/a',
  "curl -u 'ada:' URL/a",
  "curl -H 'Authorization: Bearer t0k' URL/a",
  "curl -H 'Authorization: Basic YWRhOnB3' URL/a",
  'curl --oauth2-bearer t0k URL/a',
  'curl -r 0-99 URL/a',
  'curl -T note.txt URL/a',
  'curl -X POST URL/a',
  "curl --path-as-is 'URL/a/../b/%2e/c'",
  "curl -X POST -H 'Content-Length: 0' URL/a",
  "curl -X POST -H 'Content-Type: application/xml' -d '<a>1</a>' URL/a",
  "curl -H 'Content-Type: text/plain' --data-binary $'a\\nb\\tc' URL/a",
  `curl -H 'Content-Type: text/plain' --data-binary $'<\\a\\b\\e\\E\\f\\n\\r\\t\\v\\\\\\'\\"\\?\\z>' URL/a`,
  "curl -H 'Content-Type: application/json' -d $'{\"a\":\"it\\'s \\u00e9 \\xc3\\xa9\"}' URL/a",
  `curl -H "X-Quote: \\"a\\" \\$5 'b'" URL/a`,
  "curl -H 'X-Quote: it'\\''s' URL/a",
  "curl -H 'Content-Type:' -d a=1 URL/a",
  "curl --compressed -sSk --max-time 20 'URL/a'",
  'curl -s -o /dev/null -w "%{http_code}" URL/a',
  "curl -g 'URL/a?x[]=1&y={b}'",
  "curl 'URL/a/{x,y}'",
  "curl 'URL/a/[1-3]'",
  'curl URL/a --next -d b=1 URL/b',
  'curl URL/a URL/b',
  'curl -L URL/302',
  'curl -L -d a=1 URL/302',
  'curl -L --max-redirs 3 -X PUT -d a=1 URL/307',
  'curl \\\n  -X PATCH \\\n  -H "Content-Type: application/merge-patch+json" \\\n  -d \'{"a":null}\' \\\n  URL/a',
  "curl -d @- URL/a <<'EOF'\na=1\nEOF",
  'curl --data-binary @- -H "Content-Type: text/csv" URL/a <<EOF\na;b\n1;2\nEOF',
  '# A comment\ncurl URL/a | cat > /dev/null',
  'curl URL/a && curl URL/b; curl URL/c',
  `curl -d '{{name}}' -H 'Content-Type: text/plain' URL/a`,
  "curl -d 'a=1' -H 'Transfer-Encoding: chunked' URL/a",
  `curl -H 'Content-Type: application/json' -d '{"query":"{ users { id } }","variables":{"n":1}}' URL/a`,
]

/** Commands that browsers copy for the command prompt of Windows and for PowerShell, and the same for bash. */
const ofWindows: readonly (readonly [windows: string, bash: string])[] = [
  [
    'curl ^"URL/a?x=1^&y=100^%25^" ^\n  -H ^"accept: */*^" ^\n  -H ^"content-type: application/json^" ^\n  --data-raw ^"^{^\\^"a^\\^": ^\\^"50^% ^& ^\\^\\more^\\^"^}^"',
    `curl 'URL/a?x=1&y=100%25' -H 'accept: */*' -H 'content-type: application/json' --data-raw '{"a": "50% & \\\\more"}'`,
  ],
  [
    'curl.exe "URL/a" ^\r\n  -X "PUT" ^\r\n  -H "x-a: b c" ^\r\n  --data-raw "a=1&b=2"',
    `curl "URL/a" -X PUT -H 'x-a: b c' --data-raw 'a=1&b=2'`,
  ],
  [`curl.exe 'URL/a' \`\n  -H 'x-a: it''s' \`\n  -d "a=\`$1"`, `curl 'URL/a' -H "x-a: it's" -d 'a=$1'`],
]

describe('D5: an imported command of Windows sends what curl sends', { skip }, () => {
  for (const [windows, bash] of ofWindows)
    it(windows, async () => {
      const [theirs, ours] = await sendTwice(bash, windows)
      assert.ok(theirs.length > 0)
      assert.deepEqual(ours.map(comparable), theirs.map(comparable))
    })
})

describe('an imported command sends what curl sends', { skip }, () => {
  for (const command of commands)
    it(command, async () => {
      const [theirs, ours] = await sendTwice(command)
      assert.ok(theirs.length > 0)
      assert.deepEqual(ours.map(comparable), theirs.map(comparable))
    })
})

const files = {
  'lines.txt': 'a=1&b=\r\n2\n',
  'headers.txt': 'X-One: 1\nX-Two: 2\n',
  'note.txt': 'a note\n',
  'body.json': '{"a":1}',
  'cat.png': 'P',
}

async function sendTwice(
  command: string,
  written = command,
): Promise<readonly [readonly SeenRequest[], readonly SeenRequest[]]> {
  await using server = await httpServer(({ url }, response) => {
    const status = Number(url.slice(1))
    response
      .writeHead(status > 0 ? status : 200, { location: '/end', 'set-cookie': 'way=1' })
      .end('{"data":{}}')
  })
  const line = command.replaceAll('URL', server.url)
  await withFolder(files, async folder => {
    const quiet = line.replace(/(^|\n|[;&] )curl /g, '$1curl -q --silent --max-time 20 ')
    await promisify(execFile)('bash', ['-c', quiet], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
    })
  })
  const count = server.seen.length
  const read = (name: string): string | undefined => (files as Readonly<Record<string, string>>)[name]
  const imported = importCurl(written.replaceAll('URL', server.url), { file: 'calls.sh', read })
  assert.ok(imported.ok, imported.ok ? '' : imported.problems[0]?.message)
  const { collection, report } = imported.value
  const lost = report.losses.map(({ what }) => what)
  assert.deepEqual(
    lost.filter(what => !what.startsWith('--data @') && !what.startsWith('header ')),
    [],
  )
  for (const suite of suitesToRun(collection ?? assert.fail(), [])) {
    const { messages, summary } = await runText(JSON.stringify(suite), { files })
    assert.deepEqual([messages, summary.problems], [[], []])
  }
  return [server.seen.slice(0, count), server.seen.slice(count)]
}
