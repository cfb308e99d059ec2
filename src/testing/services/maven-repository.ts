import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const central = 'https://repo1.maven.org/maven2'

/**
 * The address of the Maven repository to download from, without a slash at its end: `MVNW_REPOURL` as the Maven wrapper
 * has it, else the mirror of Central in the user's Maven settings, else Central.
 */
export async function mavenRepository(environment = process.env, home = os.homedir()): Promise<string> {
  const settings = await readFile(path.join(home, '.m2/settings.xml'), 'utf8').catch(() => '')
  return (environment['MVNW_REPOURL'] ?? mirrorOfCentral(settings) ?? central).replace(/\/+$/, '')
}

/** The first mirror that stands for Central, as Maven looks for it. */
function mirrorOfCentral(settings: string): string | undefined {
  const elements = settings.replace(/<!--.*?-->/gs, '').matchAll(/<mirror>(.*?)<\/mirror>/gs)
  return [...elements]
    .map(([, mirror = '']) => ({ of: textOf('mirrorOf', mirror), url: textOf('url', mirror) }))
    .find(mirror => standsForCentral(mirror.of))?.url
}

function textOf(element: string, xml: string): string | undefined {
  return new RegExp(`<${element}>\\s*(.*?)\\s*</${element}>`, 's').exec(xml)?.[1]
}

/** A list of names, with `*` and `external:*` for all; `!central` takes it out. */
function standsForCentral(mirrorOf = ''): boolean {
  const names = mirrorOf.split(',').map(name => name.trim())
  return !names.includes('!central') && names.some(name => ['central', '*', 'external:*'].includes(name))
}
