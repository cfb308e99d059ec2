import { distinctProblems } from '../../check/distinct-problems.ts'
import { problemsOfSuites } from './load-suites.ts'
import { rowLimit } from '../../parse/data-rows/row-limit.ts'
import { createSchemaLibrary, type SchemaLibrary } from '../../validations/index.ts'
import type { Problem } from '../../model/problem.ts'
import { operation } from '../operation.ts'
import { problemsSchema } from '../problems-schema.ts'
import { object, whole } from '../schema.ts'
import { behindSetup, projectOptions } from '../opening/project-options.ts'
import { type InProject, resolveProjects } from '../opening/resolve-input.ts'
import { placed, suiteKeys } from '../input-keys.ts'

/** Checks suites against schema and rules, without traffic: the pre-commit hook. */
export const checkSuites = operation({
  name: 'check-suites',
  permission: 'read',
  summary: 'Checks suites against the schema and the rules of the language, without sending anything.',
  input: object(suiteKeys),
  answer: object({ files: whole('How many suites were checked'), problems: problemsSchema }),
  async run(given, host) {
    const input = placed(given, host)
    const projects = await resolveProjects(input)
    if (!projects.ok) return projects
    const schemas = createSchemaLibrary()
    const problems: Problem[] = []
    for (const project of projects.value) problems.push(...(await projectProblems(project, schemas)))
    const files = projects.value.reduce((sum, one) => sum + one.files.length, 0)
    return { ok: true, value: { files, problems: distinctProblems(problems) } }
  },
})

/** Everything wrong with a project: its configuration with the setup, and its suites. */
export async function projectProblems(
  project: Omit<InProject, 'home'>,
  schemas: SchemaLibrary = createSchemaLibrary(),
): Promise<readonly Problem[]> {
  const { files, warnings, hide } = project
  const input = { ...project.input, anyEnvironment: true }
  const all = projectOptions(project, input, { rowLimit: rowLimit.many, schemas })
  const { setup, options } = await behindSetup(project, input, files, all)
  const own = await problemsOfSuites(files, options)
  return [...warnings, ...hide(distinctProblems([...setup.problems, ...own]))]
}
