import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { readScript } from './read-script.ts'
import { anyName } from './script-facts.ts'

/** The names that a script may set: those known, and `*` when others are possible. */
function sets(source: string): string {
  return readScript(source)
    .sets.map(name => (name === anyName ? '*' : name))
    .join(' ')
}

describe('the variables that a script sets', () => {
  it('are those whose names are written out', () => {
    assert.equal(sets("pm.environment.set('a', 1); pm.globals.set(`b`, 2)"), 'a b')
    assert.equal(sets("pm.variables['set']('a', 1); pm?.collectionVariables?.set('b', 2)"), 'a b')
    assert.equal(sets("if (x) { function f() { pm.environment.set('a', pm.globals.get('z')) } }"), 'a')
    assert.equal(sets("postman.setEnvironmentVariable('a', 1); postman.setGlobalVariable('b', 2)"), 'a b')
    assert.equal(
      sets("pm.sendRequest('http://a/', (error, answer) => pm.environment.set('a', answer.code))"),
      'a',
    )
  })

  it('are unknown where a name is computed, or what sets it is handed on', () => {
    for (const source of [
      "pm.environment.set('a' + 1, 1)",
      'pm.environment.set(name, 1)',
      'pm.environment.set(`a${1}`, 1)',
      'const { environment } = pm',
      'const environment = pm.environment',
      'use(pm)',
      'pm[name].set(1)',
      "pm.environment[name]('a', 1)",
      'list.forEach(pm.environment.set)',
      "eval('x')",
      "new Function('x')()",
      'pm.environment.values.add({})',
    ])
      assert.equal(sets(source), '*', source)
  })

  it('are none where a script only reads, or only looks as if it set some', () => {
    for (const source of [
      "pm.environment.get('a'); pm.variables.replaceIn('{{a}}'); pm.globals.unset('a')",
      "'pm.environment.set(1, 2)' // pm.environment.set(a, b)",
      "other.pm.environment.set('a', 1); ({ pm: 1 })",
      "pm.test('a', () => pm.expect(pm.response.code).to.eql(200))",
      "pm.request.headers.add({ key: 'a', value: 'b' })",
    ])
      assert.equal(sets(source), '', source)
  })
})

test('B: assertions that assert nothing are told with their place', () => {
  const idle = [
    'pm.expect(a)',
    'pm.expect(a).to.be.an',
    "pm.expect(a).to.be.an('array').that.includes",
    'pm.response.to.have.header',
    "pm.test('a', () => pm.expect(a).to.not.equal)",
    "pm.test('a', () => a !== 1)",
  ]
  for (const source of idle) assert.equal(readScript(source).idle?.[0]?.line, 1, source)
  const sound = [
    'pm.expect(a).to.be.true',
    'pm.response.to.be.ok',
    'const one = pm.expect(a)',
    'pm.expect(a).to.have.property("b")',
    "pm.test('a', () => { pm.expect(a).to.exist })",
    "pm.test('a', () => check(a))",
    'other.status',
  ]
  for (const source of sound) assert.equal(readScript(source).idle, undefined, source)
})

describe('a script', () => {
  it('may have await and return outside of functions', () => {
    assert.equal(readScript('await x; return').problem, undefined)
  })

  it('that cannot be read says where', () => {
    assert.deepEqual(readScript('const a = 1\nif (a {').problem, {
      message: 'unexpected token',
      line: 2,
      column: 7,
    })
  })

  it('that is nested too deeply cannot be read, either', () => {
    assert.notEqual(readScript('('.repeat(100_000)).problem, undefined)
  })

  it('may speak of members that every object has', () => {
    for (const call of ["expect(pm.response.code).hasOwnProperty('id')", 'expect(3).toLocaleString()'])
      assert.equal(readScript(`pm.test('a', () => { pm.${call} })`).problem, undefined)
  })

  it('may change the order of steps, but for ending them', () => {
    assert.equal(readScript("pm.execution.setNextRequest('a')").jumps, true)
    assert.equal(readScript('postman.setNextRequest(next)').jumps, true)
    assert.equal(readScript('postman.setNextRequest(null)').jumps, false)
    assert.equal(readScript('pm.execution.skipRequest()').jumps, false)
  })
})
