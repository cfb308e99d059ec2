import configurationJson from '../../configuration.schema.json' with { type: 'json' }
import suiteJson from '../../suite.schema.json' with { type: 'json' }

/** The schema of `*.apitest.yaml`, as editors use it. */
export const suiteSchema: Readonly<Record<string, unknown>> = suiteJson

/** The schema of `apitest.config.yaml`. */
export const configurationSchema: Readonly<Record<string, unknown>> = configurationJson
