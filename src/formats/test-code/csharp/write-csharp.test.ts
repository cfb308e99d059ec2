import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { validations } from '../testing/judged-answers.ts'
import { readSuite } from '../testing/read-suite.ts'
import { dotnetPattern } from './csharp-text.ts'
import { brokenPlaces, csharpOf } from './testing/csharp-of.ts'

/** The text of the only file, with one blank between words. */
async function plainText(suite: JsonObject): Promise<string> {
  const { files } = await csharpOf(suite)
  return (files[0]?.text ?? '').replace(/\s+/g, ' ')
}

const get = { name: 'One', request: 'GET http://shop/a' }

describe('tests of C#', () => {
  for (const name of readdirSync('suites').filter(file => file.endsWith('.apitest.yaml')))
    it(`can be parsed where they are made of ${name}`, async () => {
      const { files, report } = await csharpOf(readSuite(name.replace('.apitest.yaml', '')))
      assert.ok(files.length > 0 || report.losses.length > 0)
      for (const { text } of files) assert.deepEqual(await brokenPlaces(text), [])
    })

  it('can be parsed whatever is expected, and under whatever condition', async () => {
    const steps = validations.flatMap((validation, index): readonly JsonObject[] => [
      { ...get, name: `Holds ${index}`, validations: [validation] },
      { ...get, name: `Under ${index}`, validations: [{ status: 200, when: validation }] },
    ])
    const { files } = await csharpOf({ suite: 'Judged', steps })
    const [{ cases, text } = assert.fail()] = files
    assert.equal(cases.length, steps.length)
    assert.deepEqual(await brokenPlaces(text), [])
  })

  it('show a parser what is broken', async () => {
    assert.deepEqual(await brokenPlaces('class A\n{\n    int a = ;\n}\n'), ['3: ='])
  })

  it('keep hostile texts inside of literals and comments', async () => {
    const hostile = [
      '',
      'class',
      '1st',
      'a "b" \\ {c}',
      '*/ }',
      '// a\nb',
      '${x}',
      '{{{',
      '名前 😀',
      '\u202e\0',
      '"""',
      '\u2028',
    ]
    const { files } = await csharpOf({
      suite: 'A "suite" */ \n{x}',
      description: 'Ends */ <summary> & "so"\nand on',
      variables: { class: '"\\', request: '{', Tests: '}' },
      steps: hostile.map(name => ({
        name,
        request: 'POST http://shop/{{class}}',
        text: `${name} {{request}}`,
        headers: { 'X-A': `{{class}} ${name.replace(/[^ -~]/g, '')}` },
        validations: [{ '$.v': name }, { text: { contains: `x${name}` } }],
      })),
    })
    assert.deepEqual(await brokenPlaces(files[0]?.text ?? ''), [])
    assert.equal(files[0]?.cases.length, hostile.length)
  })
})

describe('the code of tests of C#', () => {
  it('is a test for each step where they only look', async () => {
    const { files } = await csharpOf({
      suite: 'Shop',
      settings: { cookies: false },
      steps: [
        { ...get, validations: [{ status: 200 }, { '$.name': 'Ada' }, { '$.count': 10 }, { '$.on': true }] },
        { ...get, name: 'Status {{s}}', data: [{ s: 400 }, { s: 404 }], request: 'GET http://shop/{{s}}' },
      ],
    })
    assert.equal(
      files[0]?.text.slice(0, files[0].text.indexOf('    public void Dispose')),
      `using System;
using System.Net;
using System.Net.Http;
using System.Text.Json;
using System.Threading.Tasks;
using Xunit;

namespace Shop.Tests;

public sealed class ShopTests : IDisposable
{
    private readonly HttpClient _client = new(
        new HttpClientHandler { AllowAutoRedirect = false, UseCookies = false }
    );

    [Fact(DisplayName = "One")]
    public async Task One()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "http://shop/a");
        using var response = await _client.SendAsync(request);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        var body = JsonSerializer.Deserialize<JsonElement>(
            await response.Content.ReadAsStringAsync()
        );
        Assert.Equal("Ada", body.GetProperty("name").GetString());
        Assert.Equal(10, body.GetProperty("count").GetDouble());
        Assert.True(body.GetProperty("on").GetBoolean());
    }

    [Theory(DisplayName = "Status {s}")]
    [InlineData(400)]
    [InlineData(404)]
    public async Task Status(int s)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, $"http://shop/{s}");
        using var response = await _client.SendAsync(request);
        Assert.InRange((int)response.StatusCode, 200, 399);
    }

`,
    )
    assert.deepEqual(
      files.flatMap(({ cases }) => cases.map(({ times }) => times)),
      [1, 2],
    )
  })

  it('is one test where steps follow each other, with what must be cleaned up around it', async () => {
    const text = await plainText({
      suite: 'Shop',
      secrets: { password: 'hush-hush' },
      steps: [
        { name: 'Make one', request: 'POST http://shop/a', extracts: { id: '$.id' } },
        { name: 'Look', request: 'GET http://shop/{{id}}', headers: { 'X-Key': '{{password}}' } },
        { name: 'Both {{n}}', data: [{ n: 'a' }, { n: 'b' }], request: 'GET http://shop/{{n}}' },
      ],
      after: [{ name: 'Delete it', request: 'DELETE http://shop/{{id}}' }],
    })
    assert.match(text, /class ShopTests : IAsyncLifetime, IDisposable \{/)
    assert.match(text, /_id = body\.GetProperty\("id"\);/)
    assert.match(
      text,
      /Shop\(\) \{ await MakeOne\(\); await Look\(\); foreach \(var n in new\[\] \{ "a", "b" \}\) \{ await Both\(n\); \} \}/,
    )
    assert.match(text, /public async Task DisposeAsync\(\) \{ await DeleteIt\(\); \}/)
    assert.match(text, /Password = Environment\.GetEnvironmentVariable\("PASSWORD"\) \?\? throw/)
    assert.doesNotMatch(text, /hush/)
  })

  it('cleans up after each row in the test itself, whatever fails', async () => {
    const text = await plainText({
      suite: 'Shop',
      data: [
        { n: 'a', v: 1 },
        { n: 'b', v: { c: 1 } },
      ],
      steps: [
        { name: 'Make', request: 'POST http://shop/{{n}}', json: { v: '{{v}}' } },
        { name: 'Look', request: 'GET http://shop/{{n}}' },
      ],
      after: [
        { name: 'Delete', request: 'DELETE http://shop/{{n}}' },
        { name: 'Leave', request: 'DELETE http://shop/a' },
      ],
    })
    assert.match(text, /\[InlineData\("a", "1"\)\] \[InlineData\("b", "\{\\"c\\":1\}"\)\]/)
    assert.match(
      text,
      /public async Task Shop\(string n, string v\) \{ try \{ await Make\(n, v\); await Look\(n\); \}/,
    )
    assert.match(text, /finally \{ try \{ await Delete\(n\); \} finally \{ await Leave\(\); \} \}/)
  })

  it('repeats, waits and leaves out', async () => {
    const text = await plainText({
      suite: 'Shop',
      variables: { plan: 'gold' },
      steps: [
        {
          ...get,
          when: { plan: 'silver' },
          retry: { attempts: 3, interval: '20ms', backoff: 2 },
          timeout: '2s',
          validations: [{ '$.v': 'done' }],
        },
      ],
    })
    assert.match(text, /if \(Plan != "silver"\) \{ return; \}/)
    assert.match(text, /using var timeout = new CancellationTokenSource\(TimeSpan\.FromSeconds\(2\)\);/)
    assert.match(text, /body = Parse\(await response\.Content\.ReadAsStringAsync\(\)\);/)
    assert.match(text, /\|\| attempt == 3 \) \{ break; \}/)
    assert.match(
      text,
      /Task\.Delay\( TimeSpan\.FromMilliseconds\(Math\.Min\(20 \* Math\.Pow\(2, attempt - 1\), 30000\)\) \)/,
    )
  })

  it('sends forms, files, parts and credentials', async () => {
    const text = await plainText({
      suite: 'Shop',
      settings: {
        auth: { basic: { username: 'a', password: 'b' } },
        'follow-redirects': 2,
        tls: { verify: false },
      },
      steps: [
        { ...get, request: 'POST http://shop/a', form: { a: 1 } },
        {
          ...get,
          name: 'Two',
          request: 'POST http://shop/a',
          multipart: { f: { file: 'x/a.csv' }, n: 'v' },
        },
      ],
    })
    assert.match(text, /MaxAutomaticRedirections = 2, ServerCertificateCustomValidationCallback =/)
    assert.match(text, /new AuthenticationHeaderValue\( "Basic",/)
    assert.match(text, /new FormUrlEncodedContent\(\[new\("a", "1"\)\]\)/)
    assert.match(
      text,
      /FormPart\( await File\.ReadAllBytesAsync\(Beside\("x\/a\.csv"\)\), "name=\\"f\\"; filename=\\"a\.csv\\""/,
    )
  })
})

describe('patterns of C#', () => {
  it('are as .NET has them', () => {
    assert.deepEqual(dotnetPattern('^a$'), { pattern: '^a\\z', needsOption: false })
    assert.deepEqual(dotnetPattern('\\d$'), { pattern: '\\d\\z', needsOption: true })
    assert.deepEqual(dotnetPattern('(b)(?<x>a)\\k<x>[[$]'), {
      pattern: '(b)(a)\\2[\\[$]',
      needsOption: true,
    })
    assert.deepEqual(dotnetPattern('(?<=\\d)[\\w]'), {
      pattern: '(?<=[0-9])[A-Za-z0-9_]',
      needsOption: false,
    })
  })
})
