import type { DocumentPath } from '../model/span.ts'
import type { Step } from '../model/suite.ts'
import { list, mapping } from '../parse/read-values.ts'

/** Where a step says what it expects of a message: its `expect`, and what the messages it sends come `after`. */
export function messageExpectations({ input, path }: Step): readonly DocumentPath[] {
  const places = list(input['messages']).flatMap((message, index) =>
    mapping(message)['after'] === undefined ? [] : [[...path, 'messages', index, 'after']],
  )
  return input['expect'] === undefined ? places : [[...path, 'expect'], ...places]
}
