import { existsSync } from 'node:fs'
import path from 'node:path'
import { commands, type ExtensionContext, type TextDocument, Uri, window, workspace } from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'

let client: LanguageClient | undefined

/** Starts the language server of apitest, and adds what its lenses cannot: commands for where the cursor is. */
export async function activate({ subscriptions }: ExtensionContext): Promise<void> {
  subscriptions.push(
    commands.registerCommand('apitest.runSuite', () => runActive('suite')),
    commands.registerCommand('apitest.runStep', () => runActive('step')),
    commands.registerCommand('apitest.restart', restart),
    workspace.onDidChangeConfiguration(async change => {
      if (change.affectsConfiguration('apitest')) await restart()
    }),
  )
  await start()
}

/** Ends the server. */
export async function deactivate(): Promise<void> {
  await client?.stop()
}

async function restart(): Promise<void> {
  await client?.dispose()
  await start()
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration('apitest')
  const command = programOf(settings.get('path', ''))
  client = new LanguageClient(
    'apitest',
    { command, args: ['lsp'], options: { shell: process.platform === 'win32' } },
    {
      documentSelector: ['**/*.apitest.yaml', '**/*.apitest.yml', '**/apitest.config.yaml'].map(pattern => ({
        scheme: 'file',
        pattern,
      })),
      initializationOptions: { environment: settings.get('environment', '') },
      middleware: {
        // The file runs as it is saved.
        executeCommand: async (name, given: unknown[], next) => {
          await documentOf(given[0])?.save()
          return (await next(name, given)) as unknown
        },
      },
    },
  )
  try {
    await client.start()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await window.showErrorMessage(`apitest lsp cannot be started (${command}): ${reason}`)
  }
}

/** The program of the setting, or else that of the first folder that has one, or else that of the path. */
function programOf(setting: string): string {
  const name = process.platform === 'win32' ? 'apitest.cmd' : 'apitest'
  const inFolders = (workspace.workspaceFolders ?? []).map(({ uri }) =>
    path.join(uri.fsPath, 'node_modules', '.bin', name),
  )
  return setting === '' ? (inFolders.find(file => existsSync(file)) ?? 'apitest') : setting
}

function documentOf(file: unknown): TextDocument | undefined {
  return typeof file !== 'string'
    ? undefined
    : workspace.textDocuments.find(({ uri }) => uri.fsPath === Uri.file(file).fsPath)
}

/** Runs the suite that is shown, or the step of it that the cursor is in. */
async function runActive(what: 'suite' | 'step'): Promise<void> {
  const { document, selection } = window.activeTextEditor ?? {}
  if (document === undefined || selection === undefined) return
  const line = what === 'step' ? [selection.active.line + 1] : []
  await commands.executeCommand('apitest.run', document.uri.fsPath, ...line)
}
