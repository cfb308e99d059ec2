import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ReceivedBody } from '../../actions/body/received-body.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { selectXPath, xpathFault } from './index.ts'

const soap = `<?xml version="1.0"?>
<!-- a quote --><s:Envelope xmlns:s="urn:soap"><s:Body><Quote xmlns="urn:quotes" currency="EUR">
<Item no="1"><Price>12.50</Price></Item><Item no="2"><Price><![CDATA[7.00]]></Price></Item><?sign here?></Quote></s:Body></s:Envelope>`
const page = `<!doctype html><title>Sign &amp; in</title><body><p class=lead>Hi <b>Ada</b><p>Bye<ul><li>1<li>2</ul><br><input required>`

const namespaces = { s: 'urn:soap', m: 'urn:quotes' }

/** The selected value, or a description of the part that is there instead. */
function select(
  expression: string,
  text: string | Buffer = soap,
  type = 'text/xml',
  known = namespaces as Record<string, string>,
): unknown {
  const body = ReceivedBody.of(Buffer.from(text as string))
  const selected = selectXPath(expression, { body, headers: [['Content-Type', type]] }, known)
  if (!selected.found) return selected.instead
  return selected.value
}

describe('XPath', () => {
  for (const [expression, value] of [
    ['/s:Envelope/s:Body/m:Quote/@currency', ['EUR']],
    ['//m:Price', ['12.50', '7.00']],
    ['//m:Item[@no="2"]/m:Price', ['7.00']],
    ['//m:Item[last()]/@no', ['2']],
    ['count(//m:Item)', 2],
    ['sum(//m:Price)', 19.5],
    ['string(//m:Price)', '12.50'],
    ['//m:Price > 10', true],
    ['//m:Price | //m:Quote/@currency', ['EUR', '12.50', '7.00']],
    ['//m:Item[2]/preceding-sibling::m:Item/@no', ['1']],
    ['//m:Price[. = 7]/ancestor::*[1]/@no', ['2']],
    ['//comment()', [' a quote ']],
    ['//processing-instruction("sign")', ['here']],
    ['local-name(/*)', 'Envelope'],
    ["//*[local-name()='Price'][1]", ['12.50', '7.00']],
    ['normalize-space(//m:Quote)', '12.507.00'],
    ['//m:Nothing', []],
    ['//m:Price div 0', 'Infinity, which is no number'],
    ['number(//m:Nothing)', 'NaN, which is no number'],
  ] as const)
    it(expression, () => {
      if (expression.endsWith('div 0')) assert.equal(select('1 div 0'), value)
      else assert.deepEqual(select(expression), value)
    })

  for (const expression of [
    'string(//m:Nothing)',
    'normalize-space(//m:Nothing)',
    'string-length(//m:Nothing)',
    "concat(//m:Nothing, '!')",
    "substring-before(string(//m:Nothing), '-')",
  ])
    it(`${expression} is nothing`, () => {
      assert.equal(select(expression), 'nothing')
    })

  it('makes a text of what is there, of whatever else it is put together', () => {
    assert.equal(select('concat(//m:Nothing, //m:Price)'), '12.50')
    assert.equal(select("concat('a', 'b')"), 'ab')
    assert.equal(select('string-length(//m:Quote/@currency)'), 3)
  })

  it('has no name in capitals in HTML, but those of drawings', () => {
    const html = (expression: string): unknown => select(expression, page, 'text/html')
    for (const expression of ['//Title', 'count(//LI)', '//p/@Class', '//P = "x"', '//p[@CLASS]'])
      assert.match(
        String(html(expression)),
        /^nothing \(the body is HTML, whose names are in lower case: write /,
      )
    assert.deepEqual(html('//Title | //title'), ['Sign & in'])
    assert.deepEqual(html('//svg/@viewBox | //linearGradient'), [])
    assert.deepEqual(select('//Title', '<A/>'), [])
  })

  it('finds what is sent as JSON, and says of nothing in it that it is not there', () => {
    const sent = (expression: string): unknown => select(expression, page, 'application/json')
    assert.deepEqual(sent('//title'), ['Sign & in'])
    for (const expression of ['//error', 'count(//error)', 'boolean(//error)', 'string(//error)'])
      assert.equal(sent(expression), 'nothing (the body is no JSON, though it is sent as application/json)')
  })

  it('looks into HTML as browsers read it', () => {
    assert.deepEqual(select('//title', page, 'text/html; charset=utf-8'), ['Sign & in'])
    assert.deepEqual(select("//p[@class='lead']", page, 'text/html'), ['Hi Ada'])
    assert.deepEqual(select('count(//li)', page, ''), 2)
    assert.deepEqual(select('//input/@required', page, 'text/html'), [''])
  })

  it('says why a name without a prefix finds nothing', () => {
    assert.match(String(select('//Price')), /<Price> is in the namespace urn:quotes/)
    assert.match(String(select('/Envelope')), /<Envelope> is in the namespace urn:soap/)
    assert.deepEqual(select('//Nothing'), [])
  })

  for (const expression of [
    'count(//Price)',
    'boolean(//Price)',
    'not(//Price)',
    'string(//Price)',
    'sum(//m:Item/Price)',
    '//m:Item[not(Price)]',
    '//m:Item | //Price',
    'count(//s:Price)',
    '//self::Price',
  ])
    it(`${expression} does not take a name of a namespace for one that is missing`, () => {
      const known = expression.includes('s:') ? { s: 'urn:soap' } : namespaces
      assert.match(
        String(select(expression, soap, 'text/xml', known)),
        /^nothing \(<Price> is in the namespace/,
      )
    })

  it('a name in one of several namespaces is missing where all of them are known', () => {
    assert.deepEqual(select('count(//s:Price)'), 0)
    assert.deepEqual(select('count(//s:Price | //m:Price)'), 2)
    assert.deepEqual(select('//@Price'), [])
    assert.match(String(select('count(//s:a)', '<a/>')), /<a> is in no namespace: write it without a prefix/)
  })

  it('a name in a namespace that the document has nothing of is not missing where it stands in another one', () => {
    const known = { s11: 'urn:soap-1.1', s: 'urn:soap' }
    const fault = '<s:Envelope xmlns:s="urn:soap"><s:Body><s:Fault/></s:Body></s:Envelope>'
    for (const expression of ['//s11:Fault', 'count(//s11:Fault)', 'not(/s:Envelope/s:Body/s11:Fault)'])
      assert.equal(
        select(expression, fault, 'text/xml', known),
        'nothing (<Fault> is in the namespace urn:soap: write s:Fault)',
      )
    assert.deepEqual(select('//s11:Fault', fault.replace('<s:Fault/>', ''), 'text/xml', known), [])
    assert.deepEqual(select('//s11:Fault | //s:Fault', fault, 'text/xml', known), [''])
  })

  it('no element of any name is missing from an envelope of another version of SOAP, where it can never be', () => {
    const versions = {
      s11: 'http://schemas.xmlsoap.org/soap/envelope/',
      s12: 'http://www.w3.org/2003/05/soap-envelope',
    }
    const known = { ...versions, e: 'urn:errors' }
    for (const [asked, other] of [
      ['s11', 's12'],
      ['s12', 's11'],
    ] as const) {
      const there = `<s:Envelope xmlns:s="${versions[other]}"><s:Body><s:Fault/></s:Body></s:Envelope>`
      const told = `nothing (the envelope is in the namespace ${versions[other]}, and ${asked}: is ${versions[asked]})`
      for (const expression of [`//${asked}:*`, `count(/*/*/${asked}:*)`, `not(//*[${asked}:*])`])
        assert.equal(select(expression, there, 'text/xml', known), told)
      assert.deepEqual(select(`/*/*/${other}:*`, there, 'text/xml', known), [''])
      assert.deepEqual(select(`/*/*/s11:* | /*/*/s12:*`, there, 'text/xml', known), [''])
      assert.deepEqual(select('//e:*', there, 'text/xml', known), [])
    }
    assert.deepEqual(select('//s11:*', '<quote/>', 'text/xml', known), [])
  })

  it('a name with a prefix is not missing from a page, where it can never be', () => {
    const known = { ...namespaces, h: 'http://www.w3.org/1999/xhtml', svg: 'http://www.w3.org/2000/svg' }
    const xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>502</p></body></html>'
    const html = /^nothing \(the body is HTML, where no name has a namespace, and s: is urn:soap\)$/
    for (const expression of ['//s:Fault', 'count(//s:Fault)', 'not(/s:Envelope)', '//s:*', '//@s:id']) {
      assert.match(String(select(expression, page, 'text/html', known)), html)
      const told = select(expression, xhtml, 'text/xml', known)
      assert.equal(told, 'nothing (the body is a page in XHTML, and s: is urn:soap)')
    }
    assert.deepEqual(select('//h:li | //li', page, 'text/html', known), ['1', '2'])
    assert.deepEqual(select('//h:p', xhtml, 'application/xhtml+xml', known), ['502'])
    assert.deepEqual(select('//svg:path', xhtml, 'application/xhtml+xml', known), [])
    assert.deepEqual(select('//s:Fault', '<error/>', 'text/xml', known), [])
  })

  for (const [expression, fault] of [
    ['//m:Price[', /^no XPath: \] is missing$/],
    ['count(//m:Price', /^no XPath: \) is missing$/],
    ['//m:Price]', /^no XPath: \] closes nothing$/],
    ['//', /^no XPath: ./],
    ['//q:Price', /^no namespace for "q": add it under namespaces$/],
    ['//m:Price[text()="a:b"]', undefined],
    ['ancestor::m:Item', undefined],
    ['count(//m:Price[foo(.)])', /^no function of XPath 1.0 is called "foo"$/],
    ['//m:Price[. = $v]', /^\$v has no value: write a placeholder such as \{\{v\}\}$/],
  ] as const)
    it(`${expression} is ${fault === undefined ? 'sound' : 'refused'}`, () => {
      const told = xpathFault(expression, namespaces)
      if (fault === undefined) assert.equal(told, undefined)
      else assert.match(told ?? '', fault)
    })

  for (const [name, text, type, says] of [
    ['JSON', '{"a":1}', 'application/json', /neither XML nor HTML/],
    ['nothing', '', 'text/xml', /an empty body/],
    ['XML that is cut off', '<a><b>', 'text/xml', /not well-formed XML \(.*unclosed tag/],
    ['a prefix of nowhere', '<q:a/>', 'text/xml', /not well-formed XML/],
    ['an unknown function', '<a/>', 'text/xml', /nowhere/],
  ] as const)
    it(`tells of ${name}`, () => {
      assert.match(String(select(name === 'an unknown function' ? 'nowhere()' : '//a', text, type)), says)
    })
})

const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

describe('hostile documents', () => {
  const cases: readonly (readonly [name: string, text: string, says: RegExp, type?: string])[] = [
    ['billion laughs', `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a>&l9;</a>`, /undefined entity/],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /undefined entity/,
    ],
    ['an entity in an attribute', '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>', /undefined entity/],
    ['100,000 levels', '<a>'.repeat(100_000), /nested more than 256 levels deep/],
    ['100,000 levels of HTML', '<div>'.repeat(100_000), /nested more than 256|took longer/, 'text/html'],
    ['11 MB', `<a>${'x'.repeat(11 * 1024 * 1024)}</a>`, /a body of 11 MiB, more than 10 MiB/],
    ['a million elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`, /more than 500000 elements|took longer/],
    [
      '100,000 attributes',
      `<a ${Array.from({ length: 100_000 }, (_, n) => `b${n}=""`).join(' ')}/>`,
      /^$|took longer/,
    ],
  ]
  for (const [name, text, says, type = 'text/xml'] of cases)
    it(`${name} is no danger`, () => {
      const started = monotonicTime()
      const told = select('//a', text, type)
      assert.match(String(told), says)
      assert.ok(monotonicTime() - started < 20_000)
    })

  it('an external document type is not fetched, and the document is read', () => {
    const text = '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a>1</a>'
    assert.deepEqual(select('//a', text), ['1'])
  })

  it('looks into 100,000 elements within its time', () => {
    const elements = Array.from({ length: 50_000 }, (_, n) => `<item x="${n % 10}"><name>${n}</name></item>`)
    const body = ReceivedBody.of(Buffer.from(`<items>${elements.join('')}</items>`))
    for (const [expression, answer] of [
      ['count(//*)', 100_001],
      ['count(//item/name)', 50_000],
      ['count(//item[@x="1"]/name/text())', 5000],
      ['count(//name/.. | //name)', 100_000],
      ['string(//item[last()])', '49999'],
    ] as const) {
      // On a machine that does something else as well, it may take more than one attempt.
      const look = () => selectXPath(expression, { body, headers: [] }, {})
      let selected = look()
      for (let attempts = 1; attempts < 10 && !selected.found; attempts++) selected = look()
      assert.deepEqual(selected.found ? selected.value : selected.instead, answer, expression)
    }
  })

  it('an expression that would run for ever is ended', () => {
    const text = `<a>${'<b><c/></b>'.repeat(2000)}</a>`
    const started = monotonicTime()
    assert.match(
      String(select('count(//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0])', text)),
      /nothing: it took longer than 1 ?s/,
    )
    assert.ok(monotonicTime() - started < 20_000)
  })

  it('an expression of 20,000 brackets is told', () => {
    assert.match(xpathFault(`${'('.repeat(20_000)}1`, {}) ?? '', /no XPath: \) is missing/)
    const deep = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`
    assert.ok(['number', 'string'].includes(typeof select(deep, '<a/>')))
  })
})
