import type { JsonValue } from '../../../model/json.ts'
import { callFunction } from '../../../template/functions/index.ts'
import { Misuse } from '../../../template/functions/misuse.ts'
import type { Pipeline } from '../../../template/functions/pipeline.ts'

/** Values of every kind for functions of placeholders. */
export const functionValues: readonly JsonValue[] = [
  ...[
    null,
    '',
    'Ada',
    ' a,b ',
    '5',
    '-0.10',

    '0x10',
    'a$&b',
    'z\u00fc\ud83d\ude00',
    'YQ==',
    'YQ',
    'YQ=',
    '/w==',
    '%41%',
    '%7B%7D',
  ],
  ...[
    '[1,2]',
    '{"a":1}',
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.',
    'a.YQ.b',
    'a.eyJhIjoxfQ',
    '1.2.3.4',
    'a.W10.b',
  ],
  ...[
    0,
    5,
    1.5,
    -0.1,
    0.1,
    19.99,
    true,
    false,
    [],
    [1, 2.25],
    ['0.1', 0.2],
    ['x', { a: 1 }],
    [[1]],
    [null],
    {},
    { a: [1] },
  ],
]

/** The keys that they sign with; the first is one that fits. */
export const functionKeys: readonly JsonValue[] = ['a key for examples', '', 7, null, { kty: 'x' }]

/** The result of a run for a value and a key; undefined where that is nothing. */
export function madeByRun({ calls }: Pipeline, value: JsonValue, key: JsonValue): JsonValue | undefined {
  let result: JsonValue | Misuse = value
  for (const call of calls) {
    result = callFunction(call, result, 'it', [key])
    if (result instanceof Misuse) return undefined
  }
  return result
}
