import path from 'node:path'
import { RunResources } from '../../actions/resources.ts'
import type { StandaloneMock } from '../../mock/standalone/live-mocks.ts'
import { RecentSecrets } from '../../mock/standalone/recent-secrets.ts'
import type { Configuration } from '../../model/configuration.ts'
import type { Mock } from '../../model/mock.ts'
import type { Settings } from '../../model/settings.ts'
import type { PlannedSuite } from '../../plan/plan.ts'
import { hideOuterSecrets } from '../../run/hide-outer-secrets.ts'
import { outerLayers } from '../../run/iteration.ts'
import { mockWay } from '../../run/mock-way.ts'
import type { MockContext } from '../../run/run-context.ts'
import { Secrets } from '../../secrets/index.ts'
import { createScope, type Scope } from '../../template/scope.ts'
import { defined } from '../../util/defined.ts'
import type { ScopeInput } from '../input-keys.ts'
import type { ResolvedInput } from '../opening/resolve-scope.ts'

/** The common context of the mocks of a file. */
type SharedContext = Pick<StandaloneMock, 'places'> &
  Pick<MockContext, 'scope' | 'toolFolder' | 'way'> & { readonly secrets: Secrets }

/** A mock of a file, ready to run on its own. */
export function standalone(
  mock: Mock,
  file: string,
  { scope, toolFolder, way, secrets, places }: SharedContext,
): StandaloneMock {
  const recent = new RecentSecrets(secrets)
  // The secrets of calls are learnt when they are noted; a shorter text than that may be any word.
  const { mask } = recent
  const hide = (): void => undefined
  return {
    mock,
    writtenName: mock.name,
    file,
    places,
    secrets: recent,
    context: { directory: path.dirname(file), toolFolder, scope, hide, mask, ...defined({ way }) },
  }
}

/** How the servers behind mocks are reached. */
export function wayBy(
  settings: Settings,
  scope: () => Scope,
  processEnvironment: ResolvedInput['processEnvironment'],
  { add: hide }: Secrets,
): NonNullable<MockContext['way']> {
  const resources = new RunResources()
  return () => mockWay({ settings, resources, processEnvironment, hide }, scope())
}

/** Makes the scope that the answers of a suite's mocks see, with its secrets. */
export function sharedContext(
  planned: PlannedSuite,
  input: ScopeInput,
  { configuration, processEnvironment }: ResolvedInput,
): SharedContext {
  const secrets = new Secrets()
  hideOuterSecrets(planned, processEnvironment, secrets)
  const places = {}
  const layers = [
    { name: '--var', values: input.variables } as const,
    ...outerLayers(planned),
    { name: 'mocks', values: { mocks: places }, literal: true } as const,
  ]
  const scope = (): Scope => createScope(layers, processEnvironment, secrets.add, secrets)
  return {
    ...{ secrets, places, scope, toolFolder: toolFolderOf(configuration) },
    way: wayBy(planned.settings, scope, processEnvironment, secrets),
  }
}

/** Where what runs in a project is kept. */
export function toolFolderOf({ directory }: Pick<Configuration, 'directory'>): string {
  return path.join(directory, '.tool')
}
