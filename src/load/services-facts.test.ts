import { describe, it } from 'node:test'
import path from 'node:path'
import { expectProblems, noFacts } from '../testing/expect-problems.ts'
import { servicesFacts } from './services-facts.ts'

const protos = path.resolve('fixtures/grpc/protos')

/** Checks a suite whose mock has this route on lines 6 and 7. */
function expectOf(
  route: string,
  answer: string,
  expected: readonly string[],
  proto = 'lab/v1/lab.proto',
): Promise<void> {
  const suite = `suite: A\nmocks:\n  lab:\n    proto: ${proto}\n    routes:\n      - route: ${route}\n        answer: ${answer}\nsteps:\n  - calls: lab\n`
  const facts = servicesFacts({ proto: [proto], importPaths: ['.'] }, protos)
  return expectProblems(suite, expected, { ...noFacts, services: new Map([['lab', facts]]) })
}

describe('the services of a mock', () => {
  for (const [title, route, answer, expected] of [
    [
      'a service that is not there',
      'lab.v1.Lap/Echo',
      '{ message: {} }',
      ['6:9 unknown-operation lab.proto has no service "lab.v1.Lap" (Did you mean "lab.v1.Lab"?)'],
    ],
    [
      'a method that is not there',
      'lab.v1.Lab/Ecko',
      '{ message: {} }',
      ['6:9 unknown-operation the service lab.v1.Lab has no method "Ecko" (Did you mean "Echo"?)'],
    ],
    [
      'a field that the answer does not have, beside one with a placeholder',
      'lab.v1.Lab/Repeat',
      '{ messages: [{ text: "{{body.text}}", nmber: 1 }] }',
      [
        '7:30 bad-value the message does not fit lab.v1.Line: .lab.v1.Line: unknown field: "nmber" (Did you mean "number"?)',
      ],
    ],
    [
      'a value that its field cannot have, after a delay',
      'lab.v1.Lab/Repeat',
      '{ messages: [{ message: { number: many }, delay: 1s }, { message: { text: a }, delay: soon }] }',
      [
        '7:30 bad-value the message does not fit lab.v1.Line: .lab.v1.Line.number: invalid integer: "many"',
        '7:103 bad-value "delay" is not a duration',
      ],
    ],
    [
      'several messages where one answers',
      'lab.v1.Lab/Sum',
      '{ messages: [{ cents: 1 }], on: [{ send: {} }] }',
      [
        '7:19 misplaced-key the method answers with one message',
        '7:45 misplaced-key the method answers with one message',
      ],
    ],
    [
      'replies where one message asks',
      'lab.v1.Lab/Repeat',
      '{ on: [{ send: { text: a } }] }',
      ['7:19 misplaced-key the method is asked with one message'],
    ],
    [
      'a field that no request has',
      'lab.v1.Lab/Repeat\n        when: { $.txt: a }',
      '{ messages: [{ text: a }] }',
      ['7:17 unknown-target a lab.v1.RepeatRequest has no field "txt" in its JSON (Did you mean "text"?)'],
    ],
    [
      'one message where requests are a list',
      'lab.v1.Lab/Sum\n        when: { $.cents: 1 }',
      '{ message: {} }',
      ['7:17 unknown-target "$.cents" finds nothing in a list'],
    ],
    [
      'a field that no message of a dialogue has, and one that a reply does not',
      'lab.v1.Lab/Chat',
      '{ on: [{ when: { $.txt: a }, send: { txt: a } }] }',
      [
        '7:34 unknown-target a lab.v1.Line has no field "txt" in its JSON (Did you mean "text"?)',
        '7:52 bad-value the message does not fit lab.v1.Line: .lab.v1.Line: unknown field: "txt" (Did you mean "text"?)',
      ],
    ],
    [
      'details of a type that is not known',
      'lab.v1.Lab/Repeat',
      '{ status: ABORTED, details: [{ "@type": type.googleapis.com/google.rpc.ErorInfo }] }',
      [
        '7:45 bad-value detail 1 is of a type that is not known: google.rpc.ErorInfo (Did you mean "google.rpc.ErrorInfo"?)',
      ],
    ],
  ] as const)
    it(`find ${title}`, () => expectOf(route, answer, expected))

  it('are told where they cannot be read', () =>
    expectOf(
      'lab.v1.Lab/Echo',
      '{ message: {} }',
      [
        `4:12 bad-value the proto file "no.proto" does not exist (looked for ${path.join(protos, 'no.proto')}, ${path.join(protos, 'no.proto')})`,
      ],
      'no.proto',
    ))

  it('are right as they are documented', () =>
    expectOf(
      'lab.v1.Lab/Chat\n        when: { "$[0].text": hi, header x-a: 1 }',
      '{ headers: { x-a: 1 }, messages: [{ text: a }, { message: { text: "{{body[0].text}}" }, delay: 1s }], on: [{ when: { $.text: bye }, status: OK }, { send: [{ text: "{{message.text}}" }] }] }',
      [],
    ))
})
