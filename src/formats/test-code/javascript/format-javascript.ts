import type { JavaScriptStyle } from './style.ts'

/** The code as prettier writes it, by the options of the project. */
export async function formatJavaScript(
  code: string,
  { isTypeScript, format }: JavaScriptStyle,
): Promise<string> {
  const [standalone, babel, estree] = await Promise.all([
    import('prettier/standalone'),
    import('prettier/plugins/babel'),
    import('prettier/plugins/estree'),
  ])
  return standalone.format(code, {
    ...format,
    parser: isTypeScript ? 'babel-ts' : 'babel',
    plugins: [babel.default, estree.default],
  })
}
