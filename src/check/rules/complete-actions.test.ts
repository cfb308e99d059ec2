import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const known = { ...noFacts, outerVariables: new Set(['target']) }

const suite = (step: string): string => `suite: A\nsteps:\n  - ${step.replaceAll('\n', '\n    ')}`

describe('what an action needs', () => {
  it('is there before anything is sent', async () => {
    await expectProblems(suite('grpc: a.B/C'), ['3:5 missing-key "grpc" needs the key "target"'])
    await expectProblems(suite('kafka: listen'), [
      '3:5 missing-key "kafka" needs the key "brokers"',
      '3:5 missing-key "kafka" needs the key "topic"',
    ])
    await expectProblems(suite('amqp: publish\ntext: a'), [
      '3:5 missing-key "amqp" needs the key "url"',
      '3:5 missing-key "amqp" needs the key "exchange"',
    ])
    await expectProblems(suite('grpc: a.B/C\ntarget: x:1\nimport-paths: protos'), [
      '5:5 missing-key "import-paths" needs the key "proto"',
    ])
  })

  it('is of the steps of a group, and not of the group', async () => {
    const inside = 'steps: [{ request: GET http://x, validations: [{ xpath //s:A: { exists: true } }] }]'
    await expectProblems(suite(`${inside}\nnamespaces: { s: "urn:a" }`), [])
    await expectProblems(suite(`${inside}\nnamespaces: { s: "urn:a" }\ntimeout: 1s\nprovider-state: a`), [
      '5:5 misplaced-key a group has no "timeout" of its own',
      '6:5 misplaced-key a group has no "provider-state" of its own',
    ])
  })

  it('is the way to repeat of a group', async () => {
    const steps = 'steps: [{ request: "GET http://x/{{q}}" }]'
    await expectProblems(suite(`${steps}\ndata: [{ q: 1 }, { q: 2 }]`), [
      '4:5 misplaced-key a group has no "data" of its own',
    ])
    await expectProblems(suite(`${steps}\nfor-each: { q: [1, 2] }`), [])
  })

  it('is none of a pause, and of steps in another suite', async () => {
    await expectProblems(suite('pause: 1s\ntimeout: 2s'), [
      '4:5 misplaced-key "pause" has no "timeout" of its own',
    ])
    await expectProblems(suite('use: other.apitest.yaml\ntimeout: 2s\nretry: { attempts: 2 }'), [
      '3:10 use-missing there is no suite other.apitest.yaml',
      '4:5 misplaced-key "use" has no "timeout" of its own',
    ])
    await expectProblems(suite('wait: http://x\ntimeout: 2s'), [])
  })

  it('is of what the step does', async () => {
    const kafka = (mode: string, more: string): string =>
      suite(`kafka: ${mode}\nbrokers: x:1\ntopic: t\n${more}`)
    await expectProblems(kafka('listen', 'from: new\nas: a'), [])
    await expectProblems(kafka('publish', 'json: 1\nkey: a'), [])
    await expectProblems(kafka('listen', 'json: 1'), [
      '6:5 misplaced-key "json" belongs to "kafka: publish", not to "kafka: listen"',
    ])
    await expectProblems(kafka('publish', 'as: a'), [
      '6:5 misplaced-key "as" belongs to "kafka: listen", not to "kafka: publish"',
    ])
  })

  it('is an address where it has to be one', async () => {
    for (const target of ['127.0.0.1:1', 'grpcs://x', 'unix:/a', '"{{target}}"'])
      await expectProblems(
        suite(`grpc: a.B/C\ntarget: ${target}`),
        [],
        target.includes('{{') ? known : noFacts,
      )
    await expectProblems(suite('grpc: a.B/C\ntarget: http://x:1'), [
      '4:13 bad-value the target "http://x:1" is not a host and a port',
    ])
    await expectProblems(suite('kafka: listen\ntopic: t\nbrokers: [x:1, "x:99999"]'), [
      '5:14 bad-value "x:99999" is not the address of a Kafka broker',
    ])
    await expectProblems(suite('amqp: listen\nexchange: e\nurl: http://a:geheim@x'), [
      '5:10 bad-value url is not the address of an AMQP broker',
    ])
  })

  it('is said in words that exist', async () => {
    const kafka = (more: string): string => suite(`kafka: listen\nbrokers: x:1\ntopic: t\n${more}`)
    await expectProblems(kafka('from: start'), ['6:11 bad-value "from" must be new or beginning'])
    await expectProblems(kafka('frm: new'), [
      '6:5 unknown-key "frm" is not a key of a step (Did you mean "from"?)',
    ])
  })

  it('is there once', async () => {
    const grpc = (more: string): string => suite(`grpc: a.B/C\ntarget: x:1\n${more}`)
    await expectProblems(grpc('message: {}\nmessages: [{}]'), [
      '6:5 misplaced-key a call has one message or a list of them: "message" and "messages" are two',
    ])
    await expectProblems(grpc('proto: a.proto\ndescriptor-set: a.bin'), [
      '6:5 misplaced-key a call has one schema: "proto" and "descriptor-set" are two',
    ])
    const amqp = (mode: string, more: string): string => suite(`amqp: ${mode}\nurl: amqp://x\n${more}`)
    await expectProblems(amqp('listen', 'queue: q\narguments: { x-priority: 1 }'), [])
    await expectProblems(amqp('listen', 'queue: q\nexchange: e\nrouting-key: a'), [
      '6:5 misplaced-key a listener reads an exchange or a queue: "queue" and "exchange" are two',
      '7:5 misplaced-key a queue is read as it is: "queue" and "routing-key" are two',
    ])
    await expectProblems(amqp('publish', 'queue: q'), [
      '5:5 misplaced-key "queue" belongs to "amqp: listen", not to "amqp: publish"',
    ])
    await expectProblems(suite('sse: http://x/\nnone: true\ncount: 2'), [
      '5:5 misplaced-key a step waits for messages, or that none comes: "none" and "count" are two',
    ])
    await expectProblems(suite('collect: orders\nnone: false\ncount: 2'), [])
  })
})
