import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { corpusList, type Listed } from '../testing/corpus.ts'
import { Agreements, packageVersion } from '../testing/agreements.ts'
import type { PactVersion } from './pact.ts'
import { findReferenceVerifier, referenceFaults } from './testing/reference-verifier.ts'
import { responseFaults, type WireAnswer } from './testing/verdict-of.ts'

/** A response of a pact, and what the provider answers. */
interface Case {
  readonly id: string
  readonly specVersion: PactVersion
  readonly expected: object
  readonly actual: WireAnswer
  /** The verdict of the reference implementation, where it is known to differ. */
  readonly reference?: boolean
}

const verifier = findReferenceVerifier()
const agreements = new Agreements(import.meta.url, () => packageVersion('@pact-foundation/pact'))

describe(
  'apitest and the reference implementation judge answers alike',
  {
    skip: verifier === undefined ? '@pact-foundation/pact is not installed' : false,
  },
  () => {
    for (const version of [2, 3, 4] as const) {
      test(`by pacts of version ${version}`, async () => {
        const cases = [...ownCases(), ...responses()].filter(one => one.specVersion === version)
        const isRefused = new Map(
          cases.map(({ id, expected, actual }) => [id, responseFaults(expected, actual, version).length > 0]),
        )
        await agreements.reach(
          `version ${version}, ${cases.length} cases`,
          JSON.stringify([version, cases, [...isRefused]]),
          async () => {
            const refused = new Set(await refusedByReference(cases, version))
            const differing = cases.filter(({ id }) => isRefused.get(id) !== refused.has(id))
            assert.deepEqual(
              differing.map(({ id }) => id),
              cases.filter(({ reference }) => reference !== undefined).map(({ id }) => id),
            )
          },
        )
      })
    }
  },
)

/** Ids of the cases that the reference implementation does not accept. */
async function refusedByReference(cases: readonly Case[], version: PactVersion): Promise<string[]> {
  await using server = await httpServer(({ url }, response) => {
    const { status = 200, headers = {}, body } = cases[Number(url.slice(1))]?.actual ?? {}
    response.writeHead(status, { ...headers } as Record<string, string>).end(body)
  })
  const interactions = cases.map(({ id, expected }, index) => ({
    ...(version === 4 ? { type: 'Synchronous/HTTP', key: String(index), pending: false } : {}),
    description: id,
    request: { method: 'GET', path: `/${String(index)}` },
    response: expected,
  }))
  const pact = {
    consumer: { name: 'consumer' },
    provider: { name: 'provider' },
    interactions,
    metadata: { pactSpecification: { version: version === 4 ? '4.0' : `${String(version)}.0.0` } },
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-reference-'))
  try {
    const file = path.join(folder, 'pact.json')
    await writeFile(file, JSON.stringify(pact))
    return [...(await referenceFaults(verifier ?? '', server.url, file)).keys()]
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Row {
  readonly rules: Readonly<Record<string, object>>
  readonly example: unknown
  readonly actual: string
}

/** The table of rules, in the forms of version 3 and 4. */
function ownCases(): readonly Case[] {
  const rows = JSON.parse(readFileSync(path.resolve('fixtures/pact/rules.json'), 'utf8')) as readonly Row[]
  return rows.flatMap(({ rules, example, actual }, index) => {
    const body = Object.entries(rules).map(([place, rule]) => [
      place,
      'matchers' in rule ? rule : { combine: 'AND', matchers: [rule].flat() },
    ])
    const common = { status: 200, matchingRules: { body: Object.fromEntries(body) as object } }
    const headers = { 'Content-Type': 'application/json' }
    const content = { contentType: 'application/json', encoded: false, content: example }
    const answer = { headers, body: actual }
    return [
      {
        id: `rule ${String(index)}`,
        specVersion: 3,
        expected: { ...common, headers, body: example },
        actual: answer,
      },
      {
        id: `rule ${String(index)}`,
        specVersion: 4,
        expected: { ...common, headers, body: content },
        actual: answer,
      },
    ] as const
  })
}

interface ListedCase extends Listed {
  readonly file: string
  readonly specVersion: PactVersion
  readonly kind: string
  readonly xml: boolean
}

interface Written {
  readonly expected: object
  readonly actual: {
    readonly status?: number
    readonly headers?: Record<string, string>
    readonly body?: unknown
  }
}

/** The responses of the corpus that HTTP can carry: none of XML, none with a folded header. */
function responses(): readonly Case[] {
  const specification = (corpusList('contracts/pact', 'index.json', 'cases') as readonly ListedCase[])
    .filter(({ kind, xml }) => kind === 'response' && !xml)
    .map(({ folder, file, specVersion }) => ({ id: file, specVersion, ...read(path.join(folder, file)) }))
    .filter(({ actual }) => !JSON.stringify(actual.headers ?? {}).includes('\\n'))
    .map(one => ({ ...one, actual: onTheWire(one.actual, one.specVersion) }))
  return [
    ...specification,
    ...(corpusList('contracts/pact', 'oracle-cases.json', 'cases') as readonly (Case & Listed)[]),
  ]
}

function onTheWire({ status, headers, body }: Written['actual'], version: PactVersion): WireAnswer {
  const content = version === 4 ? (body as { content?: unknown } | undefined)?.content : body
  const isNothing = content === undefined || content === null
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return {
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers }),
    body: isNothing ? '' : text,
  }
}

function read(file: string): Written {
  return JSON.parse(readFileSync(file, 'utf8')) as Written
}
