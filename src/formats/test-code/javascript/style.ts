/** How a project writes JavaScript. */
export interface JavaScriptStyle {
  readonly modules: 'import' | 'require'
  readonly isTypeScript: boolean
  /** True where its package says that files ending with `.js` import. */
  readonly isModulePackage?: boolean
  /** Options of prettier, as the project has them. */
  readonly format?: Readonly<Record<string, unknown>>
}
