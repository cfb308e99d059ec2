import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HeaderList } from '../../model/exchange.ts'
import type { JsonObject } from '../../model/json.ts'
import { Secrets } from '../../secrets/index.ts'
import { renderValue } from '../../template/render.ts'
import { createScope } from '../../template/scope.ts'
import { contentOf, recordedAnswer } from './recorded-answer.ts'
import { learnFromAnswer } from './seen-secrets.ts'

/** The answer of a suite, as it is written. */
async function written(headers: HeaderList, body = ''): Promise<JsonObject> {
  const secrets = new Secrets()
  learnFromAnswer(secrets, headers)
  return recordedAnswer(200, headers, await contentOf(headers, Buffer.from(body)), secrets).written
}

describe('a recorded answer', () => {
  it('says what came, whatever stands before braces', async () => {
    for (const text of [
      '{{x}}',
      String.raw`\{{x}}`,
      String.raw`\\{{x}}`,
      String.raw`\\\{{x}}`,
      String.raw`{\{{{x}}`,
    ]) {
      const { text: plain } = await written([['content-type', 'text/plain']], text)
      assert.deepEqual(renderValue(plain ?? '', createScope([])), { ok: true, value: text })
      const { json } = await written(
        [['content-type', 'application/json']],
        JSON.stringify({ [text]: [text] }),
      )
      assert.deepEqual(renderValue(json ?? '', createScope([])), { ok: true, value: { [text]: [text] } })
      const { headers } = await written([['x-own', text]])
      assert.deepEqual(renderValue(headers ?? '', createScope([])), { ok: true, value: { 'x-own': text } })
    }
  })

  it('has no credentials of the place that it leads to, neither there nor elsewhere', async () => {
    for (const [name, value, shown] of [
      ['location', 'https://a/cb?code=Xy7&state=on', 'https://a/cb?code=***&state=on'],
      ['location', '/cb?x=1&access_token=4Qz9Tk2Lw8', '/cb?x=1&access_token=***'],
      ['location', 'https://a/#id_token=4Qz9Tk2Lw8&x=1', 'https://a/#id_token=***&x=1'],
      ['location', 'https://ann:pa55-w0rd@a/', 'https://ann:***@a/'],
      ['content-location', '/file?X-Amz-Signature=4Qz9Tk2Lw8', '/file?X-Amz-Signature=***'],
      ['refresh', '3; url=/in?token=4Qz9Tk2Lw8', '3; url=/in?token=***'],
      ['link', '</list?page=2&api_key=4Qz9Tk2Lw8>; rel=next', '</list?page=2&api_key=***>; rel=next'],
      ['location', '/orders/7?page=2', '/orders/7?page=2'],
    ] as const) {
      const answer = await written([[name, value]], `go to ${value}`)
      assert.deepEqual(answer['headers'], { [name]: shown })
      assert.doesNotMatch(JSON.stringify(answer), /4Qz9Tk2Lw8|pa55-w0rd/)
    }
  })
})
