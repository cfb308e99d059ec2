import type { Slip } from '../slip.ts'

/** A suite whose only step gets a text, with these lines from line 4 on. */
const step = (keys: string, exitCode: 1 | 2, says: RegExp, head = ''): Slip => ({
  title: `${keys.replaceAll('\n', ' ')}${head === '' ? '' : ` with ${head}`}`,
  files: `suite: A\n${head}steps:\n  - request: GET URL/text\n    ${keys}\n`,
  exitCode,
  says,
})

/** Bodies that are saved where somebody looks for them. */
export const saves: readonly Slip[] = [
  step('save-to: «../a.txt⇒a.txt»', 2, /"\.\.\/a\.txt" stays in its folder/),
  step('save-to: «a/../../b.txt⇒b.txt»', 2, /stays in its folder/),
  step('save-to: «/tmp/a.txt⇒tmp/a.txt»', 2, /stays in its folder/),
  step(String.raw`save-to: '«..\a.txt⇒a.txt»'`, 2, /stays in its folder/),
  step("save-to: '«C:⇒»a.txt'", 2, /stays in its folder/),
  step('save-to: «a//b⇒a/b»', 2, /is no name of a file/),
  step("save-to: '«a?.txt⇒a.txt»'", 2, /has characters that names of files cannot have/),
  step('save-to: «aux.txt⇒a.txt»', 2, /"aux\.txt" is a device of Windows/),
  step(
    'save-to: "x-{{«key | base64url⇒name»}}"',
    2,
    /the name is made of a secret/,
    'secrets: { key: topsecretkey }\nvariables: { name: b }\n',
  ),
  step('save-to: «""⇒a.txt»', 2, /must not be empty/),
  step('save-to: «[a.txt]⇒a.txt»', 2, /must be text/),
  step('«saved-to⇒save-to»: a.txt', 2, /"saved-to" is not a key of a step/),
  step(
    'repeat: { times: 50 }\n    save-to: «page.json⇒page-{{$round}}.json»',
    2,
    /50 rounds would write one file: page-\{\{\$round\}\}\.json/,
  ),
  step(
    'data: [{ id: 1 }, { id: 2 }]\n    save-to: «page⇒page-{{id}}»',
    2,
    /all rows would write one file: page-\{\{\$round\}\}/,
  ),
  step(
    'save-to: «page.json⇒page-{{id}}.json»',
    2,
    /all rows would write one file: page-\{\{id\}\}\.json/,
    'data: [{ id: 1 }, { id: 2 }]\n',
  ),
  step(
    'repeat: { times: 2 }\n    save-to: a-{{«id⇒$round»}}',
    1,
    /a-1 is written by round 1 in this run/,
    'variables: { id: 1 }\n',
  ),
  {
    ...step(
      'data: [{ id: a }, { id: «A⇒b» }]\n    save-to: x-{{id}}',
      1,
      /x-A is written by row 1 in this run/,
    ),
    at: 'a.apitest.yaml:5',
  },
  step(
    'extracts: { id: text }\n  - request: GET URL/text\n    save-to: "{{id«⇒ | url»}}"',
    2,
    /id comes out of an answer, which names no files: write \{\{id \| url\}\}/,
  ),
  step(
    'extracts: { id: text }\n  - request: GET URL/text\n    variables: { b: "x{{id}}" }\n    save-to: "{{b«⇒ | url»}}"',
    2,
    /b comes out of an answer/,
  ),
  step(
    'extracts: { id: text }\n  - request: GET URL/text\n    save-to: "{{b«⇒ | url»}}"',
    2,
    /b comes out of an answer/,
    'variables: { b: "{{c}}", c: "x{{id}}" }\n',
  ),
  step(
    'scripts: { after: "pm.variables.set(\'b\', pm.response.text())" }\n  - request: GET URL/text\n    save-to: "{{b«⇒ | url»}}"',
    2,
    /b comes out of an answer/,
  ),
  {
    ...step('save-to: "{{place}}"', 1, /stays in its folder/, 'variables: { place: «../../up⇒up» }\n'),
    at: 'a.apitest.yaml:5',
  },
  {
    title: 'an item of an answer that names a file',
    files: `suite: A\nsteps:\n  - request: GET URL/users\n    extracts: { all: $.items }\n  - for-each: { one: "{{all}}" }\n    request: GET URL/text\n    save-to: "{{one.name«⇒ | url»}}"\n`,
    exitCode: 2,
    says: /one\.name comes out of an answer/,
  },
  {
    title: 'the body of what has none',
    files: `suite: A\nsteps:\n  - set: { a: 1 }\n    «save-to: a⇒validations: [{ variable a: 1 }]»\n`,
    exitCode: 2,
    says: /"set" has no body of its own to save/,
  },
  {
    title: 'two rows that write one file',
    files: `suite: A\nsteps:\n  - request: GET URL/text?q={{q}}\n    data: [{ id: a, q: 1 }, { id: «a⇒b», q: 2 }]\n    save-to: "{{id}}"\n`,
    exitCode: 1,
    says: /a is written by row 1 in this run: write one name for each/,
    at: 'a.apitest.yaml:5',
  },
]
