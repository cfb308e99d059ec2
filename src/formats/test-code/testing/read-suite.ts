import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { JsonObject } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'

/** A suite of the project's own by its name, with a minute for every answer: how busy a machine is, is not what tests of code test. */
export function readSuite(name: string): JsonObject {
  const text = readFileSync(`suites/${name}.apitest.yaml`, 'utf8')
  return JSON.parse(JSON.stringify(parse(text)), patient) as JsonObject
}

function patient(key: string, value: unknown): unknown {
  const limits = key === 'time' ? mapping(value) : {}
  return limits['less-than'] === undefined ? value : { ...limits, 'less-than': 60_000 }
}
