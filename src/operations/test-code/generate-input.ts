import { frameworks } from '../../formats/test-code/frameworks.ts'
import { conversionKeys } from '../convert/import-document.ts'
import { negativeKeys } from '../convert/negative-keys.ts'
import { scopeKeys } from '../input-keys.ts'
import { byHand, choice, fileName, flag, list, object, optional, type ValueOf } from '../schema.ts'

const names = frameworks.map(({ name }) => name)

/** The keys of generating tests. */
export const generateInput = object({
  ...conversionKeys,
  ...negativeKeys,
  ...scopeKeys,
  source: fileName(
    'read',
    'Saved collection or part of one, suite, folder of suites, or a file as for import',
  ),
  others: byHand(
    optional(list(fileName('read', 'A source'), 'Further sources, whose tests come to the same folder')),
  ),
  framework: optional(choice(names, 'Framework of the tests; that of the project (default)')),
  output: optional(
    fileName('write', 'Folder for the tests; that of the tests which are there already (default)'),
  ),
  data: optional(fileName('read', 'CSV or JSON file: all tests run once per row')),
  run: optional(flag('Run the tests, and compare each with its step in a run of apitest')),
  check: optional(flag('Write nothing: tell what would be written')),
})

/** The source of tests, and what becomes of them. */
export type GenerateInput = ValueOf<typeof generateInput>
