import { type Slip, user } from '../slip.ts'

const skipping = (title: string, files: Slip['files'], says: RegExp, more: Partial<Slip> = {}): Slip => ({
  title,
  files,
  exitCode: 2,
  says,
  ...more,
})

const sure = 'name: Sure\n  - name: Other\n    request: GET URL/user'

/** Steps that are left out without a reason, or together with all that something else needs. */
export const skipped: readonly Slip[] = [
  skipping(
    'a step left out without a reason',
    user(`${sure}\n    «skip: true⇒skip: PAY-42»`),
    /"skip" must say why/,
  ),
  skipping('a number for a reason', user(`${sure}\n    skip: «42⇒PAY-42»`), /"skip" must say why/),
  skipping(
    'a reason that is a comment',
    user(`${sure}\n    skip: «#42⇒"#42"»`),
    /"skip" is empty[\s\S]*write `skip: "#42"`/,
  ),
  skipping('a blank reason', user(`${sure}\n    skip: "«  ⇒PAY-42»"`), /"skip" is empty/),
  skipping('several reasons', user(`${sure}\n    skip: «[PAY-42]⇒PAY-42»`), /"skip" must say why/),
  skipping(
    'a reason with a placeholder',
    user(`${sure}\n    skip: waits for «{{ticket}}⇒PAY-42»`),
    /no placeholders are filled in under "skip"/,
  ),
  skipping(
    'a suite left out without a reason',
    {
      'a.apitest.yaml': user('name: A').replace('steps', '«skip: true⇒skip: PAY-42»\nsteps'),
      'b.apitest.yaml': user('name: B'),
    },
    /"skip" must say why/,
    { line: 'a.apitest.yaml b.apitest.yaml' },
  ),
  skipping('every step left out', user('«skip: PAY-42⇒name: Read»'), /every step was skipped[\s\S]*PAY-42/, {
    sends: true,
    at: 'a.apitest.yaml:3',
  }),
  skipping(
    'a variable that only a step sets that is left out',
    user(
      '«skip: PAY-42\n    extracts⇒extracts»: { id: $.id }\n  - request: GET URL/user?{{id}}\n  - request: GET URL/user',
    ),
    /"id" is only set by a step that is skipped/,
    { at: 'a.apitest.yaml:6' },
  ),
  skipping(
    'a variable of a group that is left out',
    'suite: A\nsteps:\n  - «skip: PAY-42⇒name: Group»\n    steps:\n      - { request: GET URL/user, extracts: { id: $.id } }\n  - request: GET URL/user?{{id}}\n',
    /"id" is only set by a step that is skipped/,
    { at: 'a.apitest.yaml:6' },
  ),
  skipping(
    'a suite that is used and left out',
    {
      'a.apitest.yaml': 'suite: A\nsteps:\n  - use: b.apitest.yaml\n  - request: GET URL/user\n',
      'b.apitest.yaml': user('name: B').replace('steps', '«skip: PAY-42⇒description: B»\nsteps'),
    },
    /"A" is left out by its own `skip`: PAY-42/,
    { at: 'a.apitest.yaml:3' },
  ),
]
