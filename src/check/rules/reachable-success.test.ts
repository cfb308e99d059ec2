import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const suite = (step: string): string =>
  `suite: A\nsteps:\n  - retry: { attempts: 2, until: success }\n    ${step}`

const never = (wanted: string): string =>
  `bad-value this can never hold beside \`until: success\`, which fails a last answer that is not ${wanted}`

describe('a status beside `until: success`', () => {
  for (const [step, place, wanted] of [
    ['request: GET http://x/\n    validations: [{ status: 503 }]', '5:21', '2xx'],
    ['request: GET http://x/\n    validations: [{ $.a: 1 }, { status: 3xx }]', '5:33', '2xx'],
    ['request: GET http://x/\n    validations: [{ status: { one-of: [404, 5xx] } }]', '5:31', '2xx'],
    ['request: GET http://x/\n    validations: [{ status: { at-least: 300 } }]', '5:31', '2xx'],
    ['sse: http://x/\n    validations: [{ status: 404 }]', '5:21', '200'],
    ['sse: http://x/\n    validations: [{ status: 204 }]', '5:21', '200'],
    ['websocket: ws://x/\n    validations: [{ status: 200 }]', '5:21', '101'],
    ['grpc: a.B/C\n    target: x:1\n    validations: [{ status: NOT_FOUND }]', '6:21', 'OK or CANCELLED'],
    ['exec: make test\n    validations: [{ status: 2 }]', '5:21', '0'],
  ] as const)
    it(`is told where no success has it: ${step}`, () =>
      expectProblems(suite(step), [`${place} ${never(wanted)}`]))

  for (const step of [
    'request: GET http://x/\n    validations: [{ status: 201 }]',
    'request: GET http://x/\n    validations: [{ status: { one-of: [200, 404] } }]',
    'request: GET http://x/\n    validations: [{ status: { not-equals: 503 } }]',
    'request: GET http://x/\n    validations: [{ status: { less-than: 400 } }]',
    'request: GET http://x/\n    validations: [{ status: "{{wanted}}" }]\n    variables: { wanted: 200 }',
    'request: GET http://x/\n    validations: [{ when: { $.a: 1 }, status: 503 }]',
    'grpc: a.B/C\n    target: x:1\n    validations: [{ status: OK }]',
    'sse: http://x/\n    validations: [{ status: 2xx }]',
    'websocket: ws://x/\n    validations: [{ status: { less-than: 200 } }]',
  ])
    it(`may be: ${step}`, () => expectProblems(suite(step), []))

  it('may be any in the step whose status the rows of the suite say, and in no other', () => {
    const [, steps = ''] = suite('request: GET http://x/{{id}}\n    validations: [{ status: 503 }]').split(
      'steps:\n',
    )
    return expectProblems(
      `${suite('request: GET http://x/\n    validations: [{ status: 404 }]')}\n${steps}`,
      [`5:21 ${never('2xx')}`],
      {
        ...noFacts,
        columns: ['id', 'expected_status'],
        rows: [{ number: 1, values: { id: 1, expected_status: 200 } }],
      },
    )
  })

  it('may be any where the validations end the trying', () =>
    expectProblems(
      'suite: A\nsteps:\n  - request: GET http://x/\n    retry: { attempts: 2 }\n    validations: [{ status: 503 }]',
      [],
    ))
})
