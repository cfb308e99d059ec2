import type { Slip } from '../slip.ts'

const todo = '"description": "a user", "request": { "method": "GET", "path": "/user" }'
const ok = `{ ${todo}, "response": { "status": 200, "body": { "id": 7 } } }`

/** A pact of version 3; the interactions begin in line 5. */
const pactOf = (interactions: string, version = '3.0.0'): string => `{
  "consumer": { "name": "web" },
  "provider": { "name": "shop" },
  "interactions": [
    ${interactions}
  ],
  "metadata": { "pactSpecification": { "version": "${version}" } }
}
`

const pact = (
  title: string,
  interactions: string,
  exitCode: 1 | 2 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip => ({
  title,
  files: { 'p.json': pactOf(interactions) },
  line: 'pact verify p.json --provider URL',
  exitCode,
  says,
  at: exitCode === 2 ? null : 'p.json:5',
  ...more,
})

/** A response with a body of id 7 and these rules for it. */
const rules = (
  title: string,
  body: string,
  written: string,
  exitCode: 1 | 2 | 3,
  says: RegExp,
  more: Partial<Slip> = {},
): Slip =>
  pact(
    title,
    `{ ${todo}, "response": { "status": 200, "body": ${body}, "matchingRules": { "body": { ${written} } } } }`,
    exitCode,
    says,
    more,
  )

/** Rules by which every answer would be right. */
const silentRules: readonly (readonly [string, string, RegExp])[] = [
  [
    'variants that are misspelt',
    '"$.id": { "matchers": [{ "match": "«arrayContains", "varints": [{ "index": 0 }]⇒type"» }] }',
    /"varints"[^]*"variants"/,
  ],
  [
    'no variants',
    '"$.id": { "matchers": [{ "match": "«arrayContains", "variants": []⇒type"» }] }',
    /\$\.id has no variants/,
  ],
  [
    'no rules of keys',
    '"$": { "matchers": [{ "match": "eachKey", "rules": [«⇒{ "match": "regex", "regex": "[a-z]+" }»] }] }',
    /\$ has no rules/,
  ],
  [
    'a misspelt rule of keys',
    '"$": { "matchers": [{ "match": "eachKey", "rules": [{ "match": "«regx⇒regex»", "regex": "[a-z]+" }] }] }',
    /"regx"[^]*"regex"/,
  ],
  ['a misspelt minimum', '"$.id": { "matchers": [{ "match": "type", "«mn⇒min»": 1 }] }', /"mn"[^]*"min"/],
  [
    'a minimum that is no number',
    '"$.id": { "matchers": [{ "match": "type", "min": «"some"⇒1» }] }',
    /the min "some"/,
  ],
  [
    'another way to combine',
    '"$.id": { "combine": "«X⇒»OR", "matchers": [{ "match": "type" }] }',
    /combine "XOR"/,
  ],
  [
    'a misspelt path',
    '"$.«idd⇒id»": { "matchers": [{ "match": "type" }] }',
    /idd, which the example[^]*"id"/,
  ],
  ['misspelt matchers', '"$.id": { "«matcher⇒matchers»": [{ "match": "type" }] }', /"matcher"[^]*"matchers"/],
]

/** Pacts that promise nothing, or less than they seem to. */
export const pacts: readonly Slip[] = [
  pact('no interactions', `«⇒${ok}»`, 2, /interactions/),
  pact('no response', `{ ${todo}, "«respone⇒response»": { "status": 200 } }`, 2, /response/),
  pact(
    'a message beside others',
    `{ ${todo}, "response": { "status": 200 } }«, { "type": "Asynchronous/Messages", "description": "m" }⇒»`,
    3,
    /not supported: messages are not supported/,
  ),
  pact(
    'a misspelt body',
    `{ ${todo}, "response": { "status": 200, "«bdy⇒body»": { "id": «8⇒7» } } }`,
    2,
    /interaction 1 .*"bdy"[^]*"body"/,
  ),
  pact(
    'misspelt headers',
    `{ ${todo}, "response": { "status": 200, "«header⇒headers»": { "X-Version": "«1⇒2»" } } }`,
    2,
    /interaction 1 .*"header"[^]*"headers"/,
  ),
  pact(
    'a misspelt status',
    `{ ${todo}, "response": { "«statuss⇒status»": «404⇒200» } }`,
    2,
    /interaction 1 .*"statuss"[^]*"status"/,
  ),
  pact(
    'a status that is text',
    `{ ${todo}, "response": { "status": «"404"⇒200» } }`,
    1,
    /status: Expected equals 404, got 200/,
  ),
  pact(
    'a request without a path',
    `{ "description": "a user", "request": { "method": "GET", "«pth⇒path»": "/user" }, "response": { "status": 200 } }`,
    2,
    /interaction 1 .*"pth"[^]*"path"/,
  ),
  pact(
    'a body of another type',
    `{ ${todo}, "response": { "status": 200, "body": { "id": «"7"⇒7» } } }`,
    1,
    /\$\.id: Expected .*"7"/,
  ),
  rules(
    'a misspelt rule',
    '{ "id": 7 }',
    '"$.id": { "matchers": [{ "match": "«tpye⇒type»" }] }',
    2,
    /\$\.id has "tpye"[^]*Did you mean "type"/,
  ),
  rules(
    'a rule without a kind',
    '{ "id": 7 }',
    '"$.id": { "matchers": [{ "«macth⇒match»": "type" }] }',
    2,
    /\$\.id has "macth"[^]*Did you mean "match"/,
  ),
  rules(
    'a pattern that is none',
    '{ "id": 7 }',
    '"$.id": { "matchers": [{ "match": "regex", "regex": "«[⇒\\\\d»" }] }',
    3,
    /\[ is not a regular expression/,
  ),
  rules(
    'a rule of a pattern without one',
    '{ "id": 7 }',
    '"$.id": { "matchers": [{ "match": "regex"«⇒, "regex": "\\\\d"» }] }',
    3,
    /a regex rule without its regex/,
  ),
  rules('no matchers', '{ "id": «8⇒7» }', '"$.id": { "matchers": [] }', 1, /\$\.id: Expected/),
  rules(
    'a rule for another path',
    '{ "id": «8⇒7» }',
    '"$.name": { "matchers": [{ "match": "type" }] }',
    1,
    /\$\.id: Expected[^]*for \$\.name is for name, which the example does not have|for \$\.name is for name[^]*\$\.id: Expected/,
  ),
  ...silentRules.map(([title, written, says]) => rules(`B7: ${title}`, '{ "id": 7 }', written, 2, says)),
  pact(
    'a provider state that cannot be reached',
    `{ ${todo}, "providerStates": [{ "name": "a user" }], "response": { "status": 200 } }`,
    3,
    /500/,
    { line: 'pact verify p.json --provider URL --state-url URL/«status/500⇒user»' },
  ),
  pact(
    'a state that no interaction has',
    `{ ${todo}, "providerStates": [{ "name": "a user" }], "response": { "status": 200 } }`,
    2,
    /no interaction is selected/,
    { line: "pact verify p.json --provider URL --state '«a usr⇒a user»'" },
  ),
  pact('a pattern of descriptions that is none', ok, 2, /--description \( is not a regular expression/, {
    line: "pact verify p.json --provider URL --description '«(⇒.»'",
  }),
  pact('a consumer in other letters', ok, 2, /--consumer Web is the consumer of none/, {
    line: 'pact verify p.json --provider URL --consumer «Web⇒web»',
  }),
  pact('a version that there is not', '', 2, /p\.json is a pact of a version that is not known/, {
    files: { 'p.json': pactOf(ok, '«9.0.0⇒3.0.0»') },
  }),
  pact('a folder without pacts', '', 2, /no pact|nothing|p\.json|pacts/, {
    files: { 'pacts/«p.jsn⇒p.json»': pactOf(ok) },
    line: 'pact verify pacts --provider URL',
  }),
  pact(
    'the same key twice',
    `{ ${todo}, "response": { "status": 404«, "status": 200⇒» } }`.replace('404', '200'),
    2,
    /line 5: the key "status" .*second time/,
  ),
  pact(
    'a wrong answer',
    `{ ${todo}, "response": { "status": «201⇒200» } }`,
    1,
    /status: Expected equals 201, got 200/,
  ),
]
