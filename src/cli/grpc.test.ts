import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import { startLab } from '../actions/grpc/testing/lab-server.ts'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

const anyProto = `syntax = "proto3";
package a;
import "google/protobuf/any.proto";
message A { google.protobuf.Any any = 1; }
service S { rpc M(A) returns (A); }`

describe('apitest grpc', () => {
  let playground: Playground
  let target = ''
  before(async () => {
    playground = await startPlayground({ port: 0, grpc: {} })
    target = new URL(playground.grpcUrl ?? '').host
  })
  after(() => playground.close())

  const run = (...words: string[]) => runLine(process.cwd(), ['grpc', ...words])

  test('makes a call', async () => {
    const words = [
      target,
      'shop.v1.Shop/GetProduct',
      '-d',
      '{"id": 3}',
      '-H',
      'x-a: b',
      '--validate',
      '$.id: 3',
    ]
    const { exitCode, output } = await run(...words)
    assert.equal(exitCode, 0)
    assert.match(output, /"sku": "/)
    assert.equal((await run(target, 'shop.v1.Shop/GetProduct', '-d', '{"id": 999}')).exitCode, 1)
  })

  test('D4: shows the details of an error, and other trailers', async () => {
    await using lab = await startLab()
    const call = [lab.address, 'lab.v1.Lab/Fail', '-d', '{"code": 5, "message": "gone", "withDetails": true}']
    const details =
      /^x-reason: told so\n(date: .*\n)?detail: \{"@type":"type\.googleapis\.com\/google\.rpc\.ErrorInfo","reason":"OUT_OF_STOCK",.*\}\ndetail: \{.*"retryDelay":"2\.500s"\}\ndetail: \{"@type":"type\.example\.com\/secret\.v1\.Unknown","value":"YWJj"\}$/m
    const { output, exitCode } = await run(...call)
    assert.equal(exitCode, 1)
    assert.match(output, details)
    assert.doesNotMatch(output, /grpc-status-details-bin/)
    assert.match((await run(...call, '--body-only')).errors, details)
    const suite = `suite: a\nsteps:\n  - grpc: lab.v1.Lab/Fail\n    target: ${lab.address}\n    message: { code: 5, withDetails: true }\n`
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const told = await runLine(folder, [
        'a.apitest.yaml',
        '--reporter',
        'pretty',
        '--reporter',
        'html=a.html',
      ])
      assert.match(told.output, /← NOT_FOUND .*\n +x-reason: told so\n(?:.*\n)? +detail: .*OUT_OF_STOCK/)
      assert.match((await runShell(folder, 'cat a.html')).output, /OUT_OF_STOCK/)
    })
  })

  test('reads messages from standard input, one on each line for a stream', async () => {
    const call = (line: string) => runShell(process.cwd(), line)
    for (const sign of ['-', '@', '@-']) {
      const { output } = await call(
        `echo '{"id": 3}' | APITEST grpc ${target} shop.v1.Shop/GetProduct -s -d ${sign}`,
      )
      assert.match(output, /^\{"id":3,/)
    }
    const lines = String.raw`printf '{"productId":1}\n{"productId":2}\n'`
    const { output } = await call(`${lines} | APITEST grpc ${target} shop.v1.Shop/CheckStock -s -d -`)
    assert.match(output, /^\[\{"productId":1,.*\},\{"productId":2,.*\}\]$/)
    const twoInLine = await run(target, 'shop.v1.Shop/CheckStock', '-d', '{"productId":1}{"productId":2}')
    assert.equal(twoInLine.exitCode, 2)
    assert.equal(twoInLine.errors.match(/yaml-syntax/g)?.length, 1)
  })

  test('tells of a file with messages that is not there', async () => {
    const { exitCode, errors } = await run(target, 'shop.v1.Shop/GetProduct', '-d', '@none.json')
    assert.equal(exitCode, 2)
    assert.match(errors, /--data @none\.json does not exist\n {2}hint: Looked for \/.*none\.json\./)
  })

  test('takes what is typed for grpcurl', async () => {
    const { output } = await run(target, 'list')
    assert.match(output, /^shop\.v1\.Shop$/m)
    assert.match((await run('-plaintext', target, 'describe', '.shop.v1.Order')).output, /^message Order \{/)
    assert.match((await run('-proto', 'playground/grpc/shop.proto', 'list')).output, /^shop\.v1\.Shop$/m)
    const { exitCode, errors } = await run('--plaintext', '--insecure', target, 'list')
    assert.equal(exitCode, 2)
    assert.match(errors, /--plaintext and --insecure contradict each other/)
  })

  test('is kept in the call history with the name of its status', () =>
    withFolder({}, async folder => {
      const words = ['grpc', target, 'shop.v1.Shop/GetProduct', '-d', '{"id": 3}']
      assert.match((await runLine(folder, words)).output, /^gRPC OK {2}/)
      const { output } = await runLine(folder, ['history'])
      assert.match(output, /✓ {2}OK .* {2}grpc:\/\/.*\/shop\.v1\.Shop\/GetProduct {2}apitest grpc$/m)
    }))

  test('sends several messages', async () => {
    const words = ['-d', '{"productId": 1}', '-d', '{"productId": 2}', '--body-only']
    const { output } = await run(target, 'shop.v1.Shop/CheckStock', ...words)
    const stocks = JSON.parse(output) as { productId: number }[]
    assert.deepEqual(
      stocks.map(({ productId }) => productId),
      [1, 2],
    )
  })

  for (const words of [
    ['127.0.0.1:1', 'a.B/C'],
    ['list', '127.0.0.1:1'],
  ])
    test(`never ends well when nobody is there for ${words.join(' ')}`, async () => {
      const { exitCode, errors } = await run(...words)
      assert.equal(exitCode, 3)
      assert.match(errors, /^! Network Error: connect ECONNREFUSED 127\.0\.0\.1:1/)
    })

  test('lists services and methods', async () => {
    assert.equal((await run('list', target)).output, 'grpc.health.v1.Health\nshop.v1.Shop\n')
    assert.match((await run('list', target, 'shop.v1.Shop')).output, /^shop\.v1\.Shop\/GetProduct\n/)
    const files = ['--proto', 'lab/v1/lab.proto', '--import-path', 'fixtures/grpc/protos']
    assert.equal((await run('list', ...files)).output, 'lab.v1.Lab\n')
  })

  test('describes what there is, from a server and from files', async () => {
    assert.match((await run('describe', target, 'shop.v1.Product')).output, /^ {2}int64 price_cents = 6;$/m)
    const files = ['--proto', 'lab/v1/lab.proto', '-I', 'fixtures/grpc/protos']
    const { output } = await run('describe', ...files, 'lab.v1.Kitchen')
    assert.match(output, /^\/\/ Every kind of field there is\.\nmessage Kitchen \{$/m)
    assert.match(output, /^ {2}map<string, int64> by_name = 21;$/m)
    assert.match(output, /^ {2}optional int32 maybe = 27;$/m)
    assert.match(output, /^ {2}oneof choice \{\n {4}string word = 24;$/m)
    assert.match((await run('describe', target)).output, /^service Health \{[^]*^\}\n\nservice Shop \{$/m)
    const json = await run('describe', target, 'shop.v1.Shop', '--json-output')
    assert.equal((JSON.parse(json.output) as { kind: string }).kind, 'service')
  })

  test('writes a message to start from', async () => {
    const { output } = await run('template', target, 'shop.v1.Shop/GetProduct')
    assert.deepEqual(JSON.parse(output), { id: 0 })
  })

  test('writes messages to start from that can be sent', () =>
    withFolder({ 'a.proto': anyProto }, async folder => {
      const words = ['grpc', '--proto', 'a.proto', 'template', 'a.S/M']
      const { output } = await runLine(folder, words)
      assert.deepEqual(JSON.parse(output), { any: { '@type': 'type.googleapis.com/a.A' } })
      const call = ['grpc', target, '--proto', 'a.proto', 'a.S/M', '-d', output]
      assert.match((await runLine(folder, call)).output, /^gRPC UNIMPLEMENTED/)
    }))

  for (const words of [['list'], ['template', 'x:1'], ['x:1'], ['x:1', 'a.B/C', 'more']])
    test(`does not understand ${words.join(' ')}`, async () => {
      assert.equal((await run(...words)).exitCode, 2)
    })
})
