import { renderText } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'

/** The name of a step or a validation with its placeholders filled in; as written when one has no value. */
export function renderName(name: string, scope: Scope): string {
  const rendered = renderText(name, scope)
  return rendered.ok ? rendered.value : name
}
