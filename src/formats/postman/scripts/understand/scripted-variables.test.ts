import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptedVariables } from './scripted-variables.ts'

test('tells what scripts put into variables', () => {
  const { texts, others, mayBeAny } = scriptedVariables([
    'pm.environment.set("mail", pm.variables.replaceIn("{{$randomEmail}}")); pm.globals.set("a", "x")',
    'pm.environment.set("id", pm.response.json().id); pm.globals.unset("a"); pm.globals.set("b", "x")',
    'pm.globals.set("b", 1)',
  ])
  assert.deepEqual([[...texts], [...others], mayBeAny], [['mail', 'a'], ['id', 'b'], false])
})

test('tells when a script may set any variable', () => {
  for (const source of ['pm.globals.set(name, 1)', 'eval(code)', 'not a script', 'f(pm)'])
    assert.equal(scriptedVariables([source]).mayBeAny, true)
  assert.equal(scriptedVariables(['pm.globals.clear(); new Map().set(name, 1)']).mayBeAny, false)
})
