import { suitesToCollection } from '../../../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../../../model/json.ts'
import { exportTests, type ExportedTests } from '../../export-tests.ts'
import { usualStyle } from '../../framework.ts'
import { javaFrameworks } from '../frameworks.ts'

/** Tests of one suite in Java, for one of the frameworks. */
export async function javaOf(
  suite: JsonObject,
  name: 'junit-http-client' | 'junit-rest-assured' = 'junit-http-client',
): Promise<ExportedTests> {
  const framework = javaFrameworks.find(one => one.name === name)
  if (framework === undefined) throw new Error(`There is no framework ${name}.`)
  const collection = suitesToCollection([{ name: 'suite.apitest.yaml', suite }], 'suites')
  return exportTests(collection, framework, {
    style: { ...usualStyle, package: 'shop' },
    readRows: () => [],
  })
}
