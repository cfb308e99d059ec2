import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { Agreements, packageVersion } from '../../../../testing/agreements.ts'
import { corpusDocuments } from '../../../../testing/corpus.ts'
import { mustAgree } from '../testing/disagreements.ts'
import { fittingAnswer, sampleVariables } from '../testing/fitting-answer.ts'
import { mutatedAnswers } from '../testing/mutated-answers.ts'
import { openOfficialSandbox, type OfficialSandbox } from '../testing/official-sandbox.ts'
import { translateScript } from './translate-script.ts'
import { isCollection } from '../../../../util/is-json.ts'
import type { Translation } from './statement-report.ts'

const agreements = new Agreements(import.meta.url, () => packageVersion('postman-sandbox'))

function expectTranslation(
  source: string,
  expected: Partial<Translation>,
  phase: 'before' | 'after' = 'after',
): void {
  const { validations, extracts, variables, rest } = translateScript(source, phase)
  const nothing = { validations: [], extracts: {}, variables: {}, rest: '' }
  assert.deepEqual({ validations, extracts, variables, rest }, { ...nothing, ...expected })
}

describe('a script becomes', () => {
  test('a named validation', () => {
    expectTranslation('pm.test("Found", () => pm.response.to.have.status(200))', {
      validations: [{ name: 'Found', status: 200 }],
    })
  })
  test('several validations of one name', () => {
    expectTranslation(
      'pm.test("User", function () { const user = pm.response.json().user; pm.expect(user.name).to.eql("Ada"); pm.expect(user.id).to.be.a("number") })',
      {
        validations: [
          { name: 'User', '$.user.name': 'Ada' },
          { name: 'User', '$.user.id': { 'has-type': 'number' } },
        ],
      },
    )
  })
  test('a text whose type counts', () => {
    expectTranslation('pm.test("Id", () => { pm.expect(pm.response.json().id).to.eql("1") })', {
      validations: [{ name: 'Id', '$.id': { equals: '1', 'has-type': 'string' } }],
    })
  })
  test('legacy tests', () => {
    expectTranslation(
      'var data = JSON.parse(responseBody);\ntests["OK"] = responseCode.code === 200;\ntests["Id"] = data.hasOwnProperty("id");\ntests["Word"] = responseBody.has("word")',
      {
        validations: [
          { name: 'OK', status: 200 },
          { name: 'Id', '$.id': { matches: '<any>' } },
          { name: 'Word', text: { contains: 'word' } },
        ],
      },
    )
  })
  test('an extract that a validation makes sure of', () => {
    expectTranslation(
      'const json = pm.response.json()\npm.test("Token", () => pm.expect(json).to.have.property("token"))\npm.environment.set("token", json.token)',
      { validations: [{ name: 'Token', '$.token': { matches: '<any>' } }], extracts: { token: '$.token' } },
    )
  })
  test('an extract that may find nothing, as in the script, where the body must be JSON', () => {
    expectTranslation('postman.setEnvironmentVariable("token", JSON.parse(responseBody).token)', {
      validations: [{ $: { 'not-equals': null } }],
      extracts: { token: { from: '$.token', optional: true } },
    })
  })
  test('an extract of a header that a validation makes sure of, unless that stands under a condition', () => {
    const set = 'pm.environment.set("tag", pm.response.headers.get("ETag"))'
    const check = 'pm.test("Tag", () => { pm.response.to.have.header("ETag") })'
    const validation = { name: 'Tag', 'header ETag': { matches: '<any>' } }
    expectTranslation(`${check}\n${set}`, { validations: [validation], extracts: { tag: 'header ETag' } })
    expectTranslation(`if (pm.response.code === 200) { ${check} }\n${set}`, {
      validations: [{ when: { status: 200 }, ...validation }],
      extracts: { tag: { from: 'header ETag', optional: true } },
    })
  })
  test('validations under the condition of an if', () => {
    expectTranslation(
      'tests["OK"] = responseCode.code === 200;\nif (responseCode.code === 200) {\n  var body = JSON.parse(responseBody);\n  tests["Name"] = body.name === "Ada";\n}',
      {
        validations: [
          { name: 'OK', status: 200 },
          { name: 'Name', when: { status: 200 }, '$.name': 'Ada' },
        ],
      },
    )
  })
  test('an extract under the condition of an if, unless that is asserted anyway', () => {
    const set = 'if (pm.response.code === 200) { pm.environment.set("a", pm.response.headers.get("A")) }'
    const extract = { from: 'header A', optional: true }
    expectTranslation(set, { extracts: { a: { ...extract, when: { status: 200 } } } })
    expectTranslation(`pm.test("OK", () => pm.response.to.have.status(200))\n${set}`, {
      validations: [{ name: 'OK', status: 200 }],
      extracts: { a: extract },
    })
  })
  test('validations under a condition on a variable', () => {
    const check = 'tests["A"] = responseBody.has("a")'
    const validation = { name: 'A', text: { contains: 'a' } }
    const set = { 'variable x': { 'not-one-of': [null, false, 0, ''] } }
    expectTranslation(`if (!environment.x) ${check}`, { validations: [{ unless: set, ...validation }] })
    expectTranslation(`if (pm.globals.get("x")) ${check}`, { validations: [{ when: set, ...validation }] })
    expectTranslation(`if (pm.environment.get("x") === "1") ${check}`, {
      validations: [{ when: { 'variable x': { 'same-as': '1' } }, ...validation }],
    })
  })
  test('what a variable holds', () => {
    expectTranslation('pm.test("A", () => { pm.expect(pm.variables.get("x")).to.equal("y") })', {
      validations: [{ name: 'A', 'variable x': 'y' }],
    })
  })
  test('either branch of an if', () => {
    expectTranslation(
      'if (pm.response.code !== 404) pm.response.to.be.json\nelse if (pm.response.text() === "") pm.test("A", () => pm.response.to.have.header("A"))\nelse pm.test("B", () => pm.response.to.have.header("B"))',
      {
        validations: [
          { when: { status: { 'not-equals': 404 } }, $: { matches: '<any>' } },
          {
            name: 'A',
            when: { text: '' },
            unless: { status: { 'not-equals': 404 } },
            'header A': { matches: '<any>' },
          },
          {
            name: 'B',
            unless: [{ status: { 'not-equals': 404 } }, { text: '' }],
            'header B': { matches: '<any>' },
          },
        ],
      },
    )
  })
  test('the branches that can be said', () => {
    expectTranslation(
      'if (pm.response.code === 200) {\n  pm.test("A", () => pm.response.to.have.header("A"))\n} else {\n  pm.sendRequest("http://x")\n}',
      {
        validations: [{ name: 'A', when: { status: 200 }, 'header A': { matches: '<any>' } }],
        rest: 'if (pm.response.code === 200) {} else {\n  pm.sendRequest("http://x")\n}',
      },
    )
  })
  test('variables of the step', () => {
    expectTranslation(
      'pm.environment.set("a", "text");\npm.globals.set("b", `${pm.environment.get("c")}!`);\npm.variables.set("id", require("uuid").v4());\npm.variables.set("mail", pm.variables.replaceIn("{{$randomEmail}}"))',
      { variables: { a: 'text', b: '{{c}}!', id: '{{$guid}}', mail: '{{$randomEmail}}' } },
      'before',
    )
  })
})

describe('what stays a script', () => {
  const stays = (source: string, phase: 'before' | 'after' = 'after') => {
    expectTranslation(source, { rest: source }, phase)
  }
  test('a condition on something else than the answer and variables', () => {
    stays('if (pm.request.method === "POST") { pm.environment.set("b", pm.response.text()) }')
  })
  test('a condition on a variable that the script sets', () => {
    stays('if (environment.a) pm.environment.set("a", pm.response.text())')
  })
  test('a variable that two branches set', () => {
    stays('if (pm.response.code === 200) pm.environment.set("a", 1)\nelse pm.environment.set("a", 2)')
  })
  test('what another value passes, too', () => {
    stays('pm.test("Text", () => { pm.expect(pm.response.json().text).to.include("x") })')
  })
  test('a header that answers send in several lines, of which it gets the last', () => {
    for (const name of ['Set-Cookie', 'Cache-Control'])
      stays(`pm.test("H", () => { pm.expect(pm.response.headers.get("${name}")).to.include("a") })`)
  })
  test('a test whose name is computed', () => {
    stays('pm.test(request.name, () => { pm.response.to.have.status(200) })')
  })
  test('a variable that an earlier line uses, and its use', () => {
    stays('pm.sendRequest(pm.environment.get("url"));\npm.environment.set("url", pm.response.json().url);')
  })
  test('a list that is sorted in place', () => {
    stays(
      'const list = pm.response.json().list\nlist.sort()\npm.test("First", () => { pm.expect(list[0].id).to.eql(1) })',
    )
  })
  test('a value that is made once and used twice', () => {
    stays('const id = require("uuid").v4()\npm.variables.set("a", id)\npm.variables.set("b", id)', 'before')
  })
  test('what later scripts may use, too', () => {
    expectTranslation(
      'answer = pm.response.json()\npm.test("Id", () => { pm.expect(answer.id).to.eql(1) })',
      {
        validations: [{ name: 'Id', '$.id': 1 }],
        rest: 'answer = pm.response.json()',
      },
    )
  })
  test('a script that may end early', () => {
    stays('if (pm.response.code !== 200) return\npm.test("a", () => { pm.response.to.have.status(200) })')
  })
  test('E6: what stands behind the place where a script may end, and not what stands before it', () => {
    const found = 'pm.test("Found", () => { pm.response.to.have.status(200) })\n'
    const rest =
      'if (!pm.response.json().id) return\npm.test("Id", () => { pm.expect(pm.response.json().id).to.eql(1) })'
    expectTranslation(found + rest, { validations: [{ name: 'Found', status: 200 }], rest })
    expectTranslation(
      `const json = pm.response.json()\n${found}if (!json.id) return\npm.environment.set("a", json.id)`,
      {
        validations: [{ name: 'Found', status: 200 }],
        rest: 'const json = pm.response.json()\nif (!json.id) return\npm.environment.set("a", json.id)',
      },
    )
  })
  test('E6: what stands behind the place where a test may end, and not what stands before it', () => {
    expectTranslation(
      'pm.test("Both", () => {\n  pm.response.to.have.status(200)\n  if (pm.response.json().a) return\n  pm.expect(pm.response.json().b).to.eql(1)\n})',
      {
        validations: [{ name: 'Both', status: 200 }],
        rest: 'pm.test("Both", () => {\n  if (pm.response.json().a) return\n  pm.expect(pm.response.json().b).to.eql(1)\n})',
      },
    )
  })
  test('E6: what a text that runs as code may touch, and nothing else', () => {
    const run = 'eval(pm.globals.get("helpers"))'
    const found = 'pm.test("Found", () => { pm.response.to.have.status(200) })'
    const own = 'pm.test("Id", () => { const json = pm.response.json(); pm.expect(json.id).to.eql(1) })'
    for (const source of [`${run}\n${found}\n${own}`, `${found}\n${own}\n${run}`])
      expectTranslation(source, {
        validations: [
          { name: 'Found', status: 200 },
          { name: 'Id', '$.id': 1 },
        ],
        rest: run,
      })
    const shared = `const json = pm.response.json()\n${run}\npm.test("Id", () => { pm.expect(json.id).to.eql(1) })`
    stays(shared)
    stays(
      `let json = {}\n${run}\njson = pm.response.json()\npm.test("Id", () => { pm.expect(json.id).to.eql(1) })`,
    )
    stays(`${run}\npm.test("V", () => { pm.expect(pm.response.json().id).to.eql(pm.environment.get("v")) })`)
    stays(`${run}\npm.environment.set("a", pm.response.json().id)`)
    stays(`${run}\ntests["a"] = responseCode.code === 200`)
  })
  test('a test that can only pass', () => {
    stays('pm.test("Done", () => { pm.environment.set("a", 1) })')
  })
  test('the rest of a test, in its own right', () => {
    expectTranslation(
      'const json = pm.response.json() // the body\nconst other = 1\npm.test("Both", () => {\n  pm.expect(json.id).to.eql(1)\n  json.list.forEach(one => pm.expect(one.ok).to.be.true)\n})\n',
      {
        validations: [{ name: 'Both', '$.id': 1 }],
        rest: 'const json = pm.response.json()\npm.test("Both", () => {\n  json.list.forEach(one => pm.expect(one.ok).to.be.true)\n})',
      },
    )
  })
})

describe('no script is too odd', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  const odd = {
    'no JavaScript': 'pm.test("a", () => {',
    'nested deeply': `pm.environment.set("a", ${deep})`,
    'an endless chain': `x${'.a'.repeat(20_000)}`,
    'an endless sum': Array.from({ length: 20_000 }, () => '"a"').join(' + '),
    'code as text': 'eval(pm.globals.get("helpers"));',
    'braces that are no variable': 'pm.globals.set("a", "{{");',
  }
  for (const [name, source] of Object.entries(odd))
    test(name, () => {
      assert.equal(translateScript(source, 'after').rest, source)
    })
  test('names of JavaScript itself', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const set = `pm.environment.set("${name}", pm.response.json().${name})`
      const tested = `pm.test("${name}", () => { pm.expect(pm.response.json()).to.have.property("${name}") })`
      const source = `${set}\n${tested}\ntests["${name}"] = responseCode.code === 200`
      const { validations, extracts } = translateScript(source, 'after')
      assert.deepEqual([validations, Object.keys(extracts)], [[{ name, status: 200 }], []])
    }
  })
  test('what is asserted beside something that nobody can say', { timeout: 20_000 }, () => {
    const { validations } = translateScript(
      'pm.test("A", () => { const json = pm.response.json(); pm.expect(json.a).to.be.ok; pm.expect(compute()).to.eql(1) })',
      'after',
    )
    assert.deepEqual(validations, [{ name: 'A', '$.a': { 'not-one-of': [null, false, 0, ''] } }])
  })
  test('3,000 lines', () => {
    const lines = Array.from(
      { length: 3000 },
      (_, line) => `pm.test("no. ${line}", () => { pm.expect(json.v${line}).to.eql(${line}) })`,
    )
    const { validations, rest } = translateScript(
      `const json = pm.response.json()\n${lines.join('\n')}`,
      'after',
    )
    assert.deepEqual([validations.length, rest], [3000, ''])
  })
})

describe('scripts and their translations agree over every answer', () => {
  const sandbox = openOfficialSandbox()
  after(() => {
    sandbox.close()
  })
  const folder = path.resolve('fixtures/postman-scripts')
  for (const file of readdirSync(folder).filter(name => name.endsWith('.js')))
    test(file, () => agree(file, readFileSync(path.join(folder, file), 'utf8'), sandbox, 1000))

  test('those of whole collections, over some of the answers', async () => {
    for (const source of corpusScripts())
      await agree(createHash('sha256').update(source).digest('base64url').slice(0, 12), source, sandbox, 6)
  })
})

/** What variables hold when the scripts run. */
const setVariables = { token: 'old', one: 1, digit: '1', off: false, list: [1] }

/** A script and its translation agree, over at most so many answers. */
async function agree(name: string, source: string, sandbox: OfficialSandbox, most: number): Promise<void> {
  const translation = translateScript(source, 'after')
  if (translation.rest === source) return
  const all = mutatedAnswers(fittingAnswer(translation))
  const step = Math.max(1, Math.floor(all.length / most))
  const chosen = all.filter((_, index) => index % step === 0)
  const answers = Object.fromEntries(
    chosen.map(({ change, answer }, index) => [`${index} ${change}`, answer]),
  )
  const variables = { ...sampleVariables(translation), ...setVariables }
  await mustAgree(name, { source, translation, variables, answers }, sandbox, agreements)
}

/** Every different test script of the collections of the corpus, without those that send requests. */
function corpusScripts(): ReadonlySet<string> {
  const sources = new Set<string>()
  const visit = (value: JsonValue) => {
    if (!isCollection(value)) return
    const { listen, script } = value as JsonObject
    const lines = (script as JsonObject | undefined)?.['exec']
    if (listen === 'test' && lines !== undefined)
      sources.add(typeof lines === 'string' ? lines : (lines as readonly string[]).join('\n'))
    for (const member of Object.values<JsonValue>(value)) visit(member)
  }
  for (const file of corpusDocuments('imports/postman'))
    visit(JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, '')) as JsonValue)
  return new Set([...sources].filter(source => !source.includes('sendRequest')))
}

test('scripts of a collection with thousands of variables take no longer than those of one with a few', () => {
  const texts = new Set(Array.from({ length: 3000 }, (_, index) => `a variable ${index}`))
  const translateAll = (options: { readonly texts?: ReadonlySet<string> }, about: string): number => {
    const started = process.cpuUsage()
    for (let number = 10_000; number < 11_500; number++)
      translateScript(`pm.environment.set('${about}', ${number})`, 'after', options)
    return process.cpuUsage(started).user
  }
  const few = translateAll({}, 'few')
  assert.ok(translateAll({ texts }, 'all') < 3 * few + 500_000)
})
