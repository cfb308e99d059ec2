import type { Loss } from '../../model/conversion.ts'

/** A script of k6 as a file of a cluster. */
interface Script {
  readonly name: string
  readonly text: string
}

/**
 * The manifest that Kubernetes needs to have pods of the k6 operator share a load: the script, and who runs it. The
 * operator gives each pod its segment of the scenarios
 * (https://grafana.com/docs/k6/latest/set-up/set-up-distributed-k6/usage/executing-k6-scripts-with-testrun-crd/).
 */
export function operatorManifest({ name, text }: Script, pods: number): Script {
  // RFC 1123: lower-case letters, digits and hyphens.
  const object =
    name
      .replace(/\.k6\.js$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+/, '')
      .slice(0, 50)
      .replace(/-+$/, '') || 'load'
  const lines = [
    '# kubectl apply -f this file; the k6 operator has to be in the cluster.',
    'apiVersion: v1',
    'kind: ConfigMap',
    'metadata:',
    `  name: ${object}`,
    'data:',
    '  script.js: |',
    ...text
      .trimEnd()
      .split('\n')
      .map(line => (line === '' ? '' : `    ${line}`)),
    '---',
    'apiVersion: k6.io/v1alpha1',
    'kind: TestRun',
    'metadata:',
    `  name: ${object}`,
    'spec:',
    `  parallelism: ${pods}`,
    '  script:',
    '    configMap:',
    `      name: ${object}`,
    '      file: script.js',
  ]
  return { name: name.replace(/\.js$/, '.yaml'), text: `${lines.join('\n')}\n` }
}

/**
 * The parts of a script that pods lack: the files that it opens, and the figures of the other pods, of which `metrics`
 * are judged.
 */
export function operatorLosses({ name, text }: Script, metrics: readonly string[]): readonly Loss[] {
  const files = [...text.matchAll(/\bopen\('([^']+)'/g)].map(([, file = '']) => file)
  const isOfAll = metrics.some(metric => /^(?:request_errors|http_reqs)\b/.test(metric))
  return [
    ...files.map(file => ({
      where: name,
      what: file,
      why: 'a pod has no such file; mount it beside the script, from the ConfigMap',
    })),
    ...(isOfAll
      ? [
          {
            where: name,
            what: 'thresholds of errors and throughput',
            why: 'each pod judges what it has sent itself; divide them by the number of pods',
          },
        ]
      : []),
  ]
}
