import { SaxesParser } from 'saxes'
import type { TestOutcome } from './framework.ts'

interface OpenCase {
  readonly name: string
  readonly file?: string
  outcome: TestOutcome['outcome']
  message?: string
}

/**
 * The test cases of a JUnit report, in their order: of all its suites, however deep. A failure and an error both count as
 * failed. What is no such report has none.
 */
export function readJunit(text: string): readonly TestOutcome[] {
  const cases: TestOutcome[] = []
  let open: OpenCase | undefined
  let isInside = false
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testcase') {
      const { file, classname } = attributes
      const place = file ?? classname
      open = {
        name: attributes['name'] ?? '',
        ...(place === undefined ? {} : { file: place }),
        outcome: 'passed',
      }
    }
    if (open === undefined) return
    if (name === 'skipped' && open.outcome === 'passed') open.outcome = 'skipped'
    if (name !== 'failure' && name !== 'error') return
    open.outcome = 'failed'
    isInside = true
    open.message ??= attributes['message'] ?? ''
  })
  parser.on('text', content => {
    if (isInside && open?.message === '') open.message = content.trim()
  })
  parser.on('cdata', content => {
    if (isInside && open?.message === '') open.message = content.trim()
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'failure' || name === 'error') isInside = false
    if (name !== 'testcase' || open === undefined) return
    cases.push(open)
    open = undefined
  })
  try {
    // XML has no word for control characters, which names of tests may have.
    parser.write(text.replace(/\p{Cc}/gu, one => ('\t\n\r'.includes(one) ? one : ''))).close()
  } catch {
    // A report that was cut off still tells of the tests before.
  }
  return cases
}
