import { describe, it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'

const suite = (text: string, top = 'variables: { items: [a], text: ada, user: ada }\n'): string =>
  `suite: A\n${top}steps:\n  - request: POST http://x\n    text: "${text}"\n`

describe('functions that cannot be called so', () => {
  const cases: readonly (readonly [text: string, ...problems: string[]])[] = [
    ['{{text | upper}} {{$uuid | slice 0 8}} {{items | join ,}}'],
    ['{{text | uper}}', '5:11 unknown-function "uper" is no function (Did you mean "upper"?)'],
    ['{{text | sha}}', '5:11 unknown-function "sha" is no function'],
    ['{{txt | upper}}', '5:11 unknown-variable nothing sets the variable "txt" (Did you mean "text"?)'],
    ['{{text:-7}}', '5:11 unknown-variable nothing sets the variable "text:-7"'],
    ['{{base64(text)}}', '5:11 unknown-variable nothing sets the variable "base64(text)"'],
    ['{{text|upper}}', '5:11 unknown-variable nothing sets the variable "text|upper"'],
    ['{{items | upper}}', '5:11 function-misuse upper takes text, "items" is a list'],
    ['{{items | join , | join ,}}', '5:11 function-misuse join takes a list, what join gives is text'],
    ['{{text | split , | upper}}', '5:11 function-misuse upper takes text, what split gives is a list'],
    ['{{$uuid | split - | upper}}', '5:11 function-misuse upper takes text, what split gives is a list'],
    ['{{text | slice a}}', '5:11 function-misuse slice takes whole numbers'],
    ['{{text | from-json}}', '5:11 function-misuse from-json is given what is no JSON'],
    ['{{text | default}}', "5:11 function-misuse default needs a value; '' is the empty text"],
    [
      '{{usr | default demo}}',
      '5:11 default-always nothing ever sets \\"usr\\", so that its default always stands in (Did you mean \\"user\\"?)'.replaceAll(
        '\\',
        '',
      ),
    ],
    ['{{env.NOT_SET | default demo}}'],
    ['{{$uuidd | upper}}', '5:11 unknown-built-in there is no built-in {{$uuidd}} (Did you mean "$uuid"?)'],
    ["{{text | split 'a}}", '5:11 function-misuse a quote is not closed'],
  ]
  for (const [text, ...problems] of cases)
    it(text, () => expectProblems(suite(text), problems, { ...noFacts, processEnvironment: new Set() }))
})

it('a default that always stands in is a warning, where no name is like it', () =>
  expectProblems(suite('{{region | default eu}}'), [
    '5:11 default-always nothing ever sets "region", so that its default always stands in',
  ]))

it('a name of a variable is none', () =>
  expectProblems(suite('{{a | b}} {{c | d.e}}', 'variables: { "a | b": 1, "c | d": { e: 2 } }\n'), []))

it('where variables may have no value, a function that is none may be a name', () =>
  expectProblems(suite('{{a | b}}', 'settings: { unset-variables: fail }\n'), [
    '5:11 unknown-function "b" is no function',
  ]))

it('what is not filled in is left alone', () =>
  expectProblems(
    'suite: A\ndescription: "{{a | b}}"\nsteps:\n  - pause: 1ms\n    description: "{{a | b}}"\n',
    [],
  ))
