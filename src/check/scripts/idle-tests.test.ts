import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readScript } from './read-script.ts'

const inTest = (b: string): string => `pm.test('x', () => { ${b} })`
const idle: readonly string[] = [
  ...[
    'await Promise.resolve().then(() => pm.response.to.have.status(200)).catch(() => {})',
    'const check = async () => pm.response.to.be.ok; await check().catch(e => console.log(e.message))',
    'await Promise.any([Promise.resolve(1), (async () => pm.response.to.have.status(200))()])',
    'return Promise.allSettled([(async () => { pm.response.to.have.status(200) })()])',
  ].map(one => `pm.test('x', async () => { ${one} })`),
  inTest('pm.expect(pm.response.code).to.be.and.have'),
  inTest('pm.response.text().split(",").every(one => one.length > 0)'),
  inTest('pm.response.text().includes("Ada")'),
  inTest('pm.expect(() => pm.response.code === 200).to.not.throw()'),
  inTest('pm.expect(pm.response.json).to.be.a("function")'),
  inTest('pm.expect(pm).to.have.property("response")'),
  inTest('const r = pm.response; pm.expect(r).to.have.property("code")'),
  inTest('pm.expect(pm.response.headers.toObject()).to.be.an("object")'),
  inTest('pm.expect(pm.response.status).to.be.a("string")'),
  inTest('if (pm.response.code === 999) pm.expect(true).to.be.false'),
  inTest('pm.expect(() => pm.response.code === 200).to.be.ok'),
  inTest('pm.expect(pm.response.headers.has("X-Total") || true).to.be.true'),
  inTest('const isOk = async () => pm.response.code === 200; pm.expect(isOk()).to.be.ok'),
  inTest('pm.expect([1, 2, 3, 4, 5]).to.include(Math.floor(pm.response.code / 100))'),
  inTest('pm.expect(pm.response.text().split(",").every(() => true)).to.be.true'),
  inTest('pm.expect(_.castArray(pm.response.text())).to.be.an("array")'),
  inTest('_.attempt(() => pm.expect(pm.response.code).to.equal(200))'),
  inTest('const isRight = () => pm.response.code === 200; pm.expect(isRight).to.exist'),
  inTest('pm.expect(Boolean(() => pm.response.code === 200)).to.be.true'),
  inTest('pm.expect(`id ${pm.variables.get("id")}`).to.include("id")'),
  inTest('const text = "id " + pm.response.text(); pm.expect(text).to.contain("id")'),
  inTest('const id = pm.variables.get("id"); pm.expect(_.isEqual(id, id)).to.be.true'),
  inTest('pm.expect(pm.response.json().id === pm.response.json().id).to.be.true'),
  inTest('const l = [pm.variables.get("id")]; pm.expect([...l]).to.eql(l)'),
  inTest('const j = pm.response.json(); pm.expect({ ...j }).to.deep.equal(j)'),
  inTest('const j = pm.response.json(); pm.expect(_.cloneDeep(j.items)).to.eql(j.items)'),
  inTest(
    'const l = pm.response.text().split(","); pm.expect(l.map(x => x.trim()).length).to.equal(l.length)',
  ),
  inTest('for (let i = 0; i < 0; i++) pm.expect(pm.response.text()[i]).to.equal("x")'),
  inTest('if (pm.response.code === 200) { return } else { return }; pm.response.to.have.status(200)'),
  inTest('for (const l of pm.response.text().split(",")) { break; pm.expect(l).to.equal("x") }'),
  inTest('do { break; pm.response.to.have.status(200) } while (true)'),
  inTest('done: { break done; pm.response.to.have.status(200) }'),
  inTest('function* checks() { pm.response.to.have.status(200) } checks()'),
  inTest('typeof (() => pm.response.to.have.status(200))'),
  "pm.test('x', () => () => pm.response.to.have.status(200))",
  "pm.test('x', () => Promise.resolve().then(() => pm.response.to.have.status(200)).then(() => {}, () => {}))",
  inTest('try { pm.response.to.have.status(200) } catch (error) { pm.expect(error).to.exist }'),
  inTest('const l = pm.response.text().split(","); const s = l.sort(); pm.expect(l).to.eql(s)'),
  inTest('const l = pm.response.text().split(","); pm.expect(l.reverse()).to.eql(l)'),
  inTest('pm.expect(pm.response.text().split(",")).to.not.equal([])'),
  inTest('try { pm.response.to.be.ok } catch (error) { console.log(error.message) }'),
  inTest('try { pm.response.to.be.ok } finally { return }'),
  inTest('pm.expect(true).to.be.true'),
  inTest('pm.expect(1).to.eql(1)'),
  inTest('pm.expect("a").to.be.a("string")'),
  `pm.expect(true).to.be.true`,
  `pm.test('x', () => pm.expect(true).to.equal(true))`,
  inTest('const a = { id: 1 }; pm.expect(a.id).to.eql(1)'),
  inTest('if (false) pm.expect(pm.response.code).to.eql(3)'),
  inTest('try { pm.expect(pm.response.code).to.eql(3) } catch (e) { console.log(e) }'),
  inTest('[].forEach(x => pm.expect(x).to.eql(1))'),
  inTest('const f = () => pm.expect(pm.response.code).to.eql(3)'),
  inTest('function f() { pm.expect(pm.response.code).to.eql(3) }'),
  'function f() { pm.test("x", () => pm.expect(pm.response.code).to.eql(3)) }',
  'if (false) { pm.test("x", () => pm.expect(pm.response.code).to.eql(3)) }',
  inTest('const list = [1,2,3]; list.forEach(x => pm.expect(x).to.be.above(0))'),
  inTest('const xs = []; for (let i = 0; i < 3; i++) xs.push(i); pm.expect(xs.length).to.eql(3)'),
  'pm.environment.set("a", 1)\n' + inTest('pm.expect(pm.environment.get("a")).to.eql(1)'),
  inTest('pm.expect(pm.response.code).to.be.a("number")'),
  inTest('pm.expect(pm.response.code).to.be.above(0)'),
  inTest('pm.expect(pm.response.text()).to.be.a("string")'),
  inTest('pm.expect(pm.response).to.exist'),
  inTest('pm.expect(pm.response.responseTime).to.be.above(-1)'),
  inTest('pm.response.to.exist'),
  inTest('pm.expect(pm.response.code === 200 || true).to.be.true'),
  inTest('return; pm.expect(pm.response.code).to.eql(1)'),
  'tests["a"] = true',
  'tests["a"] = 1 === 1',
  'tests["ok"] = responseCode.code > 0',
  inTest('pm.expect(pm.response.code).to.eql(pm.response.code)'),
  inTest('const c = pm.response.code; pm.expect(c).to.equal(pm.response.code)'),
  inTest('pm.expect(new Date().getFullYear()).to.be.above(2000)'),
  inTest('if (pm.response.code === 200) { pm.expect(true).to.be.true }'),
  inTest('if (pm.response.code === 200) pm.expect(true).to.be.true; else pm.expect(1).to.eql(1)'),
  inTest('while (false) pm.expect(pm.response.code).to.eql(3)'),
  inTest('for (const x of []) pm.expect(pm.response.code).to.eql(3)'),
  inTest('pm.expect([1,2]).to.include(1)'),
  inTest('pm.expect({a:1}).to.have.property("a")'),
  inTest('Promise.resolve().then(() => pm.expect(pm.response.code).to.eql(3)).catch(() => {})'),
  inTest('const x = JSON.parse("{\\"a\\":1}"); pm.expect(x.a).to.eql(1)'),
  inTest('pm.expect(pm.response.text().length).to.be.at.least(0)'),
  inTest('pm.expect(pm.response.text()).to.not.be.null'),
  inTest('let ok = true; pm.expect(ok).to.be.true'),
  inTest('pm.expect(typeof pm.response.code).to.eql("number")'),
  inTest('pm.expect([200, 404].length).to.eql(2)'),
  inTest('true || pm.expect(pm.response.code).to.eql(3)'),
  inTest('false && pm.expect(pm.response.code).to.eql(3)'),
  inTest('const expected = "Ada"; pm.expect(expected).to.equal("Ada")'),
  inTest('pm.expect(pm.info.requestName).to.be.a("string")'),
  inTest('console.log("fine")'),
  inTest('pm.expect(Math.max(1,2)).to.eql(2)'),
  inTest('pm.expect(_.isEmpty([])).to.be.true'),
  inTest('try { const j = pm.response.json(); pm.expect(j.a).to.eql(1) } catch {}'),
  inTest('pm.expect(pm.response.code).to.not.eql(0)'),
  inTest('pm.expect(pm.response.headers).to.exist'),
  inTest('pm.expect(pm.response.code).to.be.within(0, 999)'),
  inTest('pm.expect(pm.response.code).to.not.be.undefined'),
  inTest('pm.expect(!!pm.response).to.be.true'),
  inTest('pm.expect(pm.response.code).to.be.oneOf([pm.response.code])'),
  inTest('const j = pm.response.json(); pm.expect(j.id).to.eql(j.id)'),
  inTest('pm.expect(pm).to.be.an("object")'),
  inTest('pm.expect(pm.response.code).to.exist'),
  `if (pm.response.code === 200) { ${inTest('pm.response.to.have.status(200)')} }`,
  `switch (pm.response.code) { case 200: ${inTest('pm.expect(pm.response.code).to.eql(200)')} }`,
  `pm.response.code === 200 && ${inTest('pm.response.to.be.ok')}`,
  inTest('if (pm.response.code < 300) pm.response.to.be.success'),
  inTest('if (pm.response.code >= 400) return; pm.expect(pm.response.code).to.be.below(400)'),
  inTest('if (pm.response.code === "200") pm.expect(pm.response.text()).to.eql("a")'),
  inTest('const j = pm.response.json(); if (j.id) pm.expect(j.id).to.exist'),
  inTest('const j = pm.response.json(); if (j.name === "Ada") pm.expect(j.name).to.eql("Ada")'),
  inTest('pm.response.json().forEach(x => { if (x.a !== 1) return; pm.expect(x.a).to.eql(1) })'),
  inTest(
    'const { items } = pm.response.json(); if (items.length > 0) pm.expect(items.length).to.be.above(0)',
  ),
  inTest('pm.expect(pm.response.json()).to.satisfy(() => true)'),
  inTest('pm.expect(pm.response.code).to.satisfy(code => code > 0)'),
  inTest('pm.expect(String(pm.response.code)).to.match(/^\\d{3}$/)'),
  inTest('pm.expect(pm.response.text()).to.match(/^[\\s\\S]*$/)'),
  inTest('pm.response.to.have.jsonSchema({ title: "Order", properties: { id: {} } })'),
  inTest('const schema = {}; pm.expect(tv4.validate(pm.response.json(), schema)).to.be.true'),
  inTest(
    "const Ajv = require('ajv'); const ajv = new Ajv(); pm.expect(ajv.validate({}, pm.response.json())).to.be.true",
  ),
  inTest(
    "const Ajv = require('ajv'); const check = new Ajv().compile(true); pm.expect(check(pm.response.json())).to.be.true",
  ),
  inTest('const { code } = pm.response; pm.expect(code).to.be.above(0)'),
  inTest('pm.expect(JSON.parse(pm.response.text())).to.eql(pm.response.json())'),
  inTest('pm.expect(!!pm.response.json().active).to.be.a("boolean")'),
  inTest('return pm.response.code === 200 && pm.response.text() === "a"'),
  inTest('const isOk = pm.response.code === 200; console.log(isOk)'),
  'const isFine = (body) => body !== undefined || body === undefined;' +
    inTest('pm.expect(isFine(pm.response.text())).to.be.true'),
  'pm.test("x", done => done())',
  'pm.test("x", done => { setTimeout(() => done(), 1) })',
]
const sound: readonly string[] = [
  ...[
    'await Promise.resolve().then(() => pm.response.to.have.status(200)).catch(e => { throw e })',
    'await Promise.any([(async () => pm.response.to.have.status(200))()])',
    'await pm.sendRequest("http://x/").catch(() => {})',
    'await new Promise(() => {})',
    'return Promise.all([(async () => { pm.response.to.have.status(200) })()])',
  ].map(one => `pm.test('x', async () => { ${one}; pm.expect(1).to.eql(1) })`.replace('return', 'await')),
  inTest('pm.expect(pm.response.json().error).to.includes("a")'),
  inTest('pm.response.text().split(",").every(one => { pm.expect(one).to.eql("a"); return true })'),
  inTest('pm.expect(() => JSON.parse(pm.response.text())).to.not.throw()'),
  inTest('pm.expect(() => pm.response.to.be.ok).to.not.throw()'),
  inTest('pm.expect(`id ${pm.variables.get("id")}`).to.include("id 7")'),
  inTest('pm.expect(`id ${pm.variables.get("id")}`).to.not.include("7")'),
  inTest('const j = pm.response.json(); pm.expect(_.isEqual(j.a, j.b)).to.be.true'),
  inTest('const l = pm.response.json().items; const before = [...l]; l.sort(); pm.expect(l).to.eql(before)'),
  inTest('const l = pm.response.json().items; pm.expect(l.filter(x => x.id).length).to.equal(l.length)'),
  inTest('const l = pm.response.json().items; pm.expect([...l, 1]).to.eql(l)'),
  inTest('const l = pm.response.json().items; pm.expect([...new Set(l)]).to.eql(l)'),
  inTest('const l = pm.response.json().items; pm.expect(_.uniq(l).length).to.eql(l.length)'),
  inTest('for (let i = 0; i < 2; i++) pm.expect(pm.response.text()[i]).to.equal("x")'),
  inTest('if (pm.response.code === 200) { return } pm.response.to.have.status(404)'),
  inTest(
    'for (const l of pm.response.text().split(",")) { if (l === "") continue; pm.expect(l).to.equal("x") }',
  ),
  inTest('function* checks() { pm.response.to.have.status(200) } for (const one of checks()) one()'),
  "pm.test('x', () => Promise.resolve().then(() => pm.response.to.have.status(200), () => {}))",
  inTest('const l = pm.response.text().split(","); const s = [...l].sort(); pm.expect(l).to.eql(s)'),
  inTest('const s = pm.response.json().items.sort(); pm.expect(pm.response.json().items).to.eql(s)'),
  inTest('const l = pm.response.text().split(","); pm.expect(l[0]).to.eql(l.reverse()[0])'),
  "pm.test('waits', done => {})",
  inTest('pm.expect(pm.response.code).to.eql(200)'),
  inTest('pm.response.to.have.status(200)'),
  inTest('pm.response.to.be.ok'),
  inTest('const j = pm.response.json(); pm.expect(j.id).to.eql(1)'),
  'tests["a"] = responseCode.code === 200',
  'tests["b"] = responseBody.has("x")',
  inTest('if (pm.response.code !== 200) pm.expect.fail("no")'),
  inTest('if (pm.response.code === 200) pm.expect(true).to.be.true; else pm.expect(false).to.be.true'),
  inTest('pm.expect(pm.environment.get("a")).to.eql(1)'),
  'const ok = pm.response.code === 200;' + inTest('pm.expect(ok).to.be.true'),
  'let ok = false; try { pm.response.json(); ok = true } catch (e) {}\n' + inTest('pm.expect(ok).to.be.true'),
  'let n = 0; pm.response.json().items.forEach(i => { if (i.a) n++ });' + inTest('pm.expect(n).to.eql(3)'),
  inTest('pm.expect(pm.response.text()).to.not.include("secret")'),
  inTest('pm.expect(pm.response.text()).to.include("a")'),
  inTest('try { JSON.parse(pm.response.text()) } catch (e) { pm.expect.fail("no json") }'),
  inTest('pm.response.json().forEach(x => pm.expect(x.a).to.exist)'),
  inTest('pm.expect(pm.response.headers.get("a")).to.exist'),
  inTest('pm.expect(pm.response.responseTime).to.be.below(500)'),
  'const check = (x) => pm.expect(x).to.eql(1);' + inTest('check(pm.response.json().a)'),
  'const a = []; pm.response.json().forEach(x => a.push(x)); ' + inTest('pm.expect(a.length).to.eql(2)'),
  inTest('const schema = { type: "object" }; pm.expect(tv4.validate(pm.response.json(), schema)).to.be.true'),
  inTest('pm.response.to.have.jsonSchema({ required: ["id"] })'),
  inTest('const schema = {}; schema.type = "object"; pm.response.to.have.jsonSchema(schema)'),
  'pm.sendRequest("http://x/", (e, r) => { pm.test("y", () => pm.expect(r.code).to.eql(200)) })',
  'pm.test("x", (done) => { setTimeout(() => { pm.expect(pm.response.code).to.eql(1); done() }, 1) })',
  'pm.test("x", async () => { const r = await pm.sendRequest("http://x/"); pm.expect(r.code).to.eql(200) })',
  'utils = { check() { pm.test("x", () => pm.expect(pm.response.code).to.eql(200)) } }',
  'const status = pm.response.code; let seen; if (status === 200) { seen = "yes" } else { seen = "no" };' +
    inTest('pm.expect(seen).to.eql("yes")'),
  'const list = [200, 201];' + inTest('pm.expect(list).to.include(pm.response.code)'),
  inTest('pm.expect(pm.response.code).to.be.oneOf([200, 201])'),
  inTest('_.each(pm.response.json(), x => pm.expect(x).to.be.ok)'),
  inTest('_.each({ a: pm.response.code }, x => pm.expect(x).to.eql(200))'),
  inTest('Object.keys(pm.response.json()).forEach(x => pm.expect(x).to.eql("a"))'),
  'pm.environment.set("a", pm.response.json().a);' + inTest('pm.expect(pm.environment.get("a")).to.eql(1)'),
  'function go(x) { if (x) throw new Error("no") } go(pm.response.code !== 200)',
  inTest('eval(pm.environment.get("f")); pm.expect(true).to.be.true'),
  'var data = JSON.parse(responseBody); tests["a"] = data.a === 1;',
  'const missing = ["a"].filter(k => !(k in pm.response.json()));' + inTest('pm.expect(missing).to.be.empty'),
  inTest('const a = {}; Object.assign(a, pm.response.json()); pm.expect(a.x).to.eql(1)'),
  inTest(
    'const errors = []; const j = pm.response.json(); for (const i of j) { if (!i) errors.push(i) } pm.expect(errors.length).to.eql(0)',
  ),
  inTest('pm.expect(pm.cookies.get("a")).to.eql("b")'),
  "const Ajv = require('ajv'); const ajv = new Ajv(); ajv.validate({ required: ['id'] }, pm.response.json());" +
    inTest('pm.expect(ajv.errors).to.be.null'),
  "const ajv = new (require('ajv'))(); const validate = ajv.compile({ required: ['id'] }); validate(pm.response.json());" +
    inTest('pm.expect(validate.errors).to.be.null'),
  `require('xml2js').parseString(pm.response.text(), (error, result) => { ${inTest('pm.expect(error).to.be.null')} })`,
  'let ok = true; function fail() { ok = false } if (!pm.response.json().id) fail();' +
    inTest('pm.expect(ok).to.be.true'),
  'let errors = 0; const bad = () => { errors++ }; pm.response.json().items.forEach(item => { if (!item.id) bad() });' +
    inTest('pm.expect(errors).to.equal(0)'),
  inTest('pm.expect(data.x).to.eql(1)'),
  inTest('pm.expect(pm.iterationData.get("x")).to.eql(1)'),
  inTest('pm.expect(pm.response.code).to.be.below(500)'),
  inTest('pm.expect(pm.response).to.have.property("code", 200)'),
  inTest('pm.expect(pm.response.json()).to.have.property("id")'),
  inTest('pm.expect(pm.response.status).to.equal("OK")'),
  inTest('if (pm.response.code === 500) pm.expect(true).to.be.false'),
  inTest('pm.expect(pm.response.code < 400).to.be.true'),
  inTest('pm.expect(pm.response.text()).to.not.be.empty'),
  inTest('pm.expect(pm.response.text().length).to.be.above(0)'),
  inTest('var m = pm.response.text().match(/x/); pm.expect(m).to.not.be.null'),
  'const n = Number(pm.environment.get("n")) + 1; pm.environment.set("n", n);' +
    inTest('pm.expect(n).to.be.below(4)'),
  'pm.environment.set("n", Number(pm.environment.get("n")) + 1);' +
    inTest('pm.expect(pm.environment.get("n")).to.be.below(4)'),
  'pm.test.skip("x", () => pm.expect(pm.response.code).to.eql(200))',
  inTest('pm.expect(pm.request.headers.get("X-Hash")).to.eql(CryptoJS.MD5(pm.request.body.raw).toString())'),
  'pm.test("x", done => { if (pm.response.code === 200) done() })',
  'pm.test("x", done => pm.sendRequest("http://x/", error => done(error)))',
  `if (pm.response.code === 200) { ${inTest('pm.response.to.have.status(201)')} }`,
  inTest('if (pm.response.code === 200) pm.response.to.have.status(200); else pm.expect.fail()'),
  inTest('if (pm.response.code !== 404) pm.expect(pm.response.code).to.eql(200)'),
  inTest('if (pm.response.code < 500) pm.response.to.be.success'),
  inTest('const j = pm.response.json(); if (j.error) pm.expect(j.error).to.be.a("string")'),
  inTest('const j = pm.response.json(); if (j.count > 0) pm.expect(j.items).to.not.be.empty'),
  inTest('const j = pm.response.json(); if (j.next) { j.next = undefined; pm.expect(j.next).to.exist }'),
  inTest('let j = pm.response.json(); if (j.ok) { j = j.inner; pm.expect(j.ok).to.be.true }'),
  inTest('const type = pm.response.headers.get("a"); if (type === "b") pm.expect(type).to.eql("c")'),
  inTest('if (pm.response.headers.get("a") === "x") pm.expect(pm.response.headers.get("b")).to.eql("x")'),
  inTest('pm.expect(pm.response.headers.get("a")).to.eql(pm.response.headers.get("b"))'),
  inTest('pm.response.json().forEach(x => { if (x.a === 1) pm.expect(x.b).to.eql(1) })'),
  inTest('pm.expect(pm.response.code).to.satisfy(code => code < 300)'),
  inTest('pm.expect(pm.response.text()).to.match(/^[{]/)'),
  inTest('switch (pm.response.code) { case 200: case 201: pm.expect(pm.response.code).to.eql(200) }'),
  inTest('pm.expect(() => pm.response.json()).to.not.throw()'),
  inTest('pm.expect(pm.response.json()).to.not.be.undefined'),
  'const go = n => go(n); ' + inTest('pm.expect(go(1)).to.eql(1)'),
  'let state = make(); ' + inTest('if (state.n === 1) { state.next(); pm.expect(state.n).to.eql(1) }'),
]

describe('tests that nothing can fail', () => {
  for (const source of idle)
    it(`are found: ${source}`, () => {
      const found = readScript(source).idle ?? []
      assert.equal(found.length > 0 && found.every(one => one.isMinor !== true), true)
    })

  it('are minor beside one that can fail', () => {
    const source = `${inTest('pm.expect(1).to.eql(1)')}\n${inTest('pm.response.to.have.status(200)')}`
    assert.deepEqual(
      readScript(source).idle?.map(({ line, isMinor }) => [line, isMinor]),
      [[1, true]],
    )
  })

  it('are minor where they look at what is sent alone, or at what was just set', () => {
    const minor: readonly string[] = [
      inTest('pm.expect(pm.request.headers.get("Authorization")).to.exist'),
      `const j = pm.response.json(); pm.environment.set("id", j.id);${inTest('pm.expect(pm.environment.get("id")).to.eql(j.id)')}`,
      inTest('pm.response.json(); pm.expect(true).to.be.true'),
    ]
    for (const source of minor)
      assert.deepEqual(
        readScript(source).idle?.map(({ isMinor }) => isMinor),
        [true],
        source,
      )
  })

  it('are unknown where a pattern takes too long', () => {
    const began = performance.now()
    const slow = inTest(String.raw`pm.expect('aaaaaaaaaaaaaaa@').to.match(/^(\w|\d|[a-z]|[a-f]|a)+$/)`)
    assert.equal(readScript(slow).idle, undefined)
    assert.equal(performance.now() - began < 5000, true)
  })

  it('take no time where a script stands for more and more', () => {
    const doubled = Array.from({ length: 60 }, (_, index) => `const a${index + 1} = a${index} + a${index}`)
    const source = `const a0 = 1\n${doubled.join('\n')}\n${inTest('pm.expect(a60).to.eql(a60)')}`
    assert.notEqual(readScript(source).idle, undefined)
  })
})

describe('tests that an answer or a variable can fail', () => {
  for (const source of sound)
    it(`are taken: ${source}`, () => {
      assert.equal(readScript(source).idle, undefined)
    })
})
