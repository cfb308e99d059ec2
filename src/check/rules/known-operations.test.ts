import { describe, it } from 'node:test'
import { errorProblem } from '../../model/problem.ts'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'
import type { SpecFacts } from '../rule.ts'

const operations = new Set(['getUser', 'GET /users/{id}'])

/** The problems of a step whose answer is held against an operation of `/suites/api.yaml`. */
function expectOf(operation: string, spec: SpecFacts, expected: readonly string[]): Promise<void> {
  const text = [
    'suite: A',
    'steps:',
    '  - request: GET http://127.0.0.1/',
    '    validations:',
    `      - schema: { spec: api.yaml, operation: "${operation}" }`,
  ]
  return expectProblems(text.join('\n'), expected, {
    ...noFacts,
    specs: new Map([['/suites/api.yaml', spec]]),
  })
}

describe('an API description that a validation names', () => {
  it('has the operation, by its id or by its method and path', async () => {
    await expectOf('getUser', { state: 'read', operations }, [])
    await expectOf('GET /users/{id}', { state: 'read', operations }, [])
  })

  it('is told when it has not', () =>
    expectOf('getUsr', { state: 'read', operations }, [
      '5:9 unknown-operation api.yaml has no operation getUsr (Did you mean "getUser"?)',
    ]))

  it('is told where a retry is to stop at it, too', () =>
    expectProblems(
      [
        'suite: A',
        'steps:',
        '  - request: GET http://127.0.0.1/',
        '    retry: { attempts: 2, stop-when: [{ schema: { spec: api.yaml, operation: getUsr } }] }',
        '    validations: [{ status: 200 }]',
      ].join('\n'),
      ['4:41 unknown-operation api.yaml has no operation getUsr (Did you mean "getUser"?)'],
      { ...noFacts, specs: new Map([['/suites/api.yaml', { state: 'read', operations }]]) },
    ))

  it('exists', () =>
    expectOf('getUser', { state: 'missing' }, [
      '5:9 schema-file-missing there is no API description api.yaml',
    ]))

  it('is warned of where a mock answers by it and references of it lead nowhere', () =>
    expectProblems(
      "suite: A\nmocks: { shop: { spec: api.yaml } }\nsteps: [{ request: 'GET {{mocks.shop.url}}/' }]\n",
      ['2:24 unresolved-reference api.yaml: the reference #/a leads nowhere: there is no /a'],
      {
        ...noFacts,
        specs: new Map([
          [
            '/suites/api.yaml',
            { state: 'read', operations, missing: ['the reference #/a leads nowhere: there is no /a'] },
          ],
        ]),
      },
    ))

  it('can be read', () => {
    const message = '/suites/api.yaml cannot be read as OpenAPI: it is empty'
    const problem = errorProblem({ code: 'import-unreadable', message })
    return expectOf('getUser', { state: 'unreadable', problem }, [
      '5:9 import-unreadable api.yaml cannot be read as OpenAPI: it is empty',
    ])
  })
})
