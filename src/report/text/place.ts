import path from 'node:path'
import type { Span } from '../../model/span.ts'
import { escapedLine } from './printable.ts'

/** A file as readers know it: relative to `folder`, with forward slashes. */
export function relativePath(file: string, folder: string): string {
  return path.relative(folder, file).replaceAll('\\', '/')
}

/** `suites/users.apitest.yaml:14:9`, which editors and terminals open on a click. One line, whatever the file is called. */
export function placeOf(span: Span, folder: string): string {
  return `${escapedLine(relativePath(span.file, folder))}:${span.start.line}:${span.start.column}`
}
