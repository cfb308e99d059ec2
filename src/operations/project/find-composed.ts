import path from 'node:path'
import { readValue } from '../../document/index.ts'
import { isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../util/json-value.ts'
import { readText } from '../../util/read-text.ts'
import { valueText } from '../../util/value-text.ts'
import { list, mapping, number, text } from '../../util/read-values.ts'

/** A service of Docker Compose that may be the API. */
export interface Composed {
  readonly file: string
  readonly name: string
  /** Its port on this machine. */
  readonly port: number
}

/** Ports inside of containers that speak no HTTP: databases, caches and brokers. */
const otherProtocols = new Set([
  22, 25, 1025, 1433, 1521, 2181, 3306, 5432, 5672, 6379, 9042, 9092, 11_211, 27_017,
])

/** The service of Docker Compose that is most likely the API, by what it is built of, its name, and its ports. */
export async function findComposed(folder: string): Promise<Composed | undefined> {
  for (const file of ['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml']) {
    const read = readText(path.join(folder, file))
    if (typeof read !== 'string') continue
    const document = await readValue(read)
    if (!document.ok) return undefined
    const services = Object.entries(mapping(mapping(document.value)['services'])).flatMap(
      ([name, service]) => {
        const port = list(mapping(service)['ports'])
          .map(publishedPort)
          .find(one => one !== undefined)
        const isOwn = mapping(service)['build'] !== undefined
        return port === undefined
          ? []
          : [{ file, name, port, rank: (isOwn ? 0 : 2) + (/api|app|web|back|server/i.test(name) ? 0 : 1) }]
      },
    )
    const [first] = services.toSorted((one, other) => one.rank - other.rank)
    return first
  }
  return undefined
}

/** `8080:80`, `127.0.0.1:8080:80/tcp`, `${PORT:-8080}:80`, or a mapping; undefined where the port is any, or no HTTP. */
function publishedPort(port: JsonValue): number | undefined {
  const [published, target] = isObject(port)
    ? [text(port['published']) ?? number(port['published']), port['target']]
    : (/(?:^|:)([^:]+):([^:]+)$/.exec(withDefaults(valueText(port)))?.slice(1) ?? [])
  const own = Number(published)
  const isHttp = !otherProtocols.has(Number(valueText(target ?? '').replace('/tcp', '')))
  return isHttp && Number.isInteger(own) && own > 0 && own < 65_536 ? own : undefined
}

function withDefaults(written: string): string {
  return written.replace(/\$\{\w+:?-([^}]*)\}/g, '$1')
}
