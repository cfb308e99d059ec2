import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  type CancellationToken,
  type CodeLens,
  type CompletionItem,
  type CompletionList,
  type Connection,
  type Diagnostic,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  type TextDocumentPositionParams,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { isSuite } from '../load/find-suites.ts'
import type { Host } from '../operations/operation.ts'
import { reasonOf } from '../util/reason-of.ts'
import { unsavedTexts, readText } from '../util/read-text.ts'
import { mapping } from '../util/read-values.ts'
import { version } from '../util/version.ts'
import { completionsAt } from './completion.ts'
import { openConnection } from './connection.ts'
import { definitionsAt } from './definition.ts'
import { diagnosticsOf, problemsOf, uriOf } from './diagnostics.ts'
import type { Cursor, Asked } from './place.ts'
import { fileOf, guideFor, OpenDocument } from './documents.ts'
import { hoverAt } from './hover.ts'
import { lensesOf, runCommand } from './lenses.ts'
import { quickFixes } from './quick-fixes.ts'
import { type RunEnd, Runs } from './runs.ts'
import { symbolsOf } from './symbols.ts'

/** Milliseconds of quiet before a text is checked; longer where a check takes longer. */
const quiet = 200

/** Serves an editor over standard input and output, until it says that it is done. */
export function serveEditor(host: Host): void {
  const server = new EditorServer(openConnection(), host)
  server.listen()
}

/** A check leaves behind as much as is kept. V8 would wait with collecting it until somebody writes again. */
const collectGarbage = exposedCollector()

function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return collect
}

interface Found {
  readonly version: number
  readonly byFile: ReadonlyMap<string, readonly Diagnostic[]>
}

class EditorServer {
  readonly #connection: Connection
  readonly #host: Host
  readonly #texts = new TextDocuments(TextDocument)
  /** The open documents, and the checks to come, by file. */
  readonly #open = new Map<string, OpenDocument>()
  readonly #waiting = new Map<string, NodeJS.Timeout>()
  /** The problems that were found by checking an open file, in it and in others, and the version of its text. */
  readonly #found = new Map<string, Found>()
  readonly #runs: Runs
  #hasSnippets = false
  #hasHints = false
  #hasWatchers = false
  #isWarm = false
  #checking = quiet / 2

  constructor(connection: Connection, host: Host) {
    this.#connection = connection
    this.#host = host
    this.#runs = new Runs(host, file => {
      this.#publish(file)
      if (this.#hasHints) connection.languages.inlayHint.refresh().catch(() => undefined)
    })
  }

  listen(): void {
    const connection = this.#connection
    connection.onInitialize(parameters => this.#initialize(parameters))
    // A slip of the server, or of an editor that answers less than it says, must not end what somebody writes with.
    process.on('unhandledRejection', (error: unknown) => {
      connection.console.error(`apitest: ${reasonOf(error)}`)
    })
    connection.onShutdown(() => {
      this.#runs.end()
    })
    this.#texts.onDidChangeContent(({ document }) => {
      this.#changed(document)
    })
    this.#texts.onDidSave(() => {
      for (const document of this.#open.values()) this.#later(document)
    })
    this.#texts.onDidClose(({ document: { uri } }) => {
      this.#closed(uri)
    })
    connection.onInitialized(() => {
      const register = { watchers: [{ globPattern: '**/*' }] }
      if (this.#hasWatchers) void connection.client.register(DidChangeWatchedFilesNotification.type, register)
    })
    connection.onDidChangeWatchedFiles(({ changes }) => {
      const names = changes.map(({ uri }) => uri).filter(uri => !ofNobody.test(uri))
      for (const document of this.#open.values())
        if (names.some(name => mayConcern(name, document))) this.#later(document)
    })
    this.#answer()
    this.#texts.listen(connection)
    connection.listen()
  }

  #initialize({ capabilities, initializationOptions }: InitializeParams): InitializeResult {
    const { environment } = mapping(initializationOptions)
    if (typeof environment === 'string' && environment !== '') this.#runs.environment = environment
    const { textDocument, workspace } = capabilities
    this.#hasSnippets = textDocument?.completion?.completionItem?.snippetSupport === true
    this.#hasWatchers = workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    this.#hasHints = workspace?.inlayHint?.refreshSupport === true
    return {
      serverInfo: { name: 'apitest', version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: ['{', '|', '/', ' '] },
        hoverProvider: true,
        definitionProvider: true,
        documentSymbolProvider: true,
        codeActionProvider: { codeActionKinds: ['quickfix'] },
        codeLensProvider: {},
        inlayHintProvider: true,
        executeCommandProvider: { commands: [runCommand] },
      },
    }
  }

  #answer(): void {
    const connection = this.#connection
    connection.onCompletion(async at => {
      const asked = await this.#asked(at, 'at hand')
      return asked === undefined ? [] : mostFitting(await completionsAt(asked), asked.cursor)
    })
    connection.onHover(async at => {
      const asked = await this.#asked(at)
      return asked === undefined ? undefined : hoverAt(asked)
    })
    connection.onDefinition(async at => {
      const asked = await this.#asked(at)
      return asked === undefined ? [] : [...(await definitionsAt(asked))]
    })
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const analysis = await this.#document(textDocument.uri)?.analysis()
      return analysis === undefined ? [] : [...symbolsOf(analysis)]
    })
    connection.onCodeLens(async ({ textDocument }): Promise<CodeLens[]> => {
      const analysis = await this.#document(textDocument.uri)?.analysis()
      return analysis === undefined ? [] : [...lensesOf(analysis)]
    })
    connection.onCodeAction(({ textDocument, context }) => {
      return [...quickFixes(textDocument.uri, context.diagnostics)]
    })
    connection.languages.inlayHint.on(({ textDocument }) => {
      const file = fileOf(textDocument.uri)
      return file === undefined ? [] : [...this.#runs.hintsOf(file)]
    })
    connection.onExecuteCommand(({ command, arguments: given = [] }, token) => {
      const [file, line] = given as readonly unknown[]
      if (command !== runCommand || !isSuiteFile(file) || !(line === undefined || isLine(line)))
        throw new ResponseError(
          ErrorCodes.InvalidParams,
          `${runCommand} is given the absolute path of a suite, and perhaps a line of it, from 1`,
        )
      return this.#run(file, line, token)
    })
  }

  async #asked(
    { textDocument, position }: TextDocumentPositionParams,
    which?: 'at hand',
  ): Promise<Asked | undefined> {
    const document = this.#document(textDocument.uri)
    if (document === undefined) return undefined
    const { file, lines } = document
    // The search around a cursor goes up line by line: one far below the text would keep it busy for minutes.
    const line = Math.min(position.line, lines.length - 1)
    return {
      file,
      cursor: { lines, line, column: Math.min(position.character, lines[line]?.length ?? 0) },
      analysis: await (which === undefined ? document.analysis() : document.atHand()),
      guide: guideFor(file),
      hasSnippets: this.#hasSnippets,
    }
  }

  async #run(file: string, line: number | undefined, token: CancellationToken): Promise<RunEnd> {
    const isSaved = (unsavedTexts.get(file)?.text ?? saved(file)) === saved(file)
    if (!isSaved && line !== undefined) {
      // The same line may be that of another step on disk.
      const message = 'the file has changes that are not saved: save it, and run the step then'
      this.#show(MessageType.Error, `apitest: ${message}`)
      return { passed: false, message }
    }
    if (!isSaved)
      this.#show(MessageType.Warning, 'The file has changes that are not saved. It runs as it is saved.')
    const progress = await this.#connection.window.createWorkDoneProgress()
    if (token.isCancellationRequested) return { passed: false, message: 'the run was cancelled' }
    progress.begin('apitest', undefined, line === undefined ? 'The suite runs' : 'The step runs', true)
    for (const one of [token, progress.token])
      one.onCancellationRequested(() => {
        this.#runs.end(file)
      })
    const ended = await this.#runs.run(file, line, isSaved)
    progress.done()
    if (!ended.passed) this.#show(MessageType.Error, `apitest: ${ended.message}`)
    return ended
  }

  #show(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message })
  }

  #document(uri: string): OpenDocument | undefined {
    const file = fileOf(uri)
    return file === undefined ? undefined : this.#open.get(file)
  }

  #changed(document: TextDocument): void {
    const file = fileOf(document.uri)
    if (file === undefined) return
    const isNew = !this.#open.has(file)
    const open = this.#open.get(file) ?? new OpenDocument(document, file, this.#host.processEnvironment)
    this.#open.set(file, open)
    unsavedTexts.set(file, { text: open.text })
    if (!isNew || open.text !== saved(file)) this.#runs.forget(file)
    this.#later(open, isNew ? 0 : undefined)
  }

  #closed(uri: string): void {
    const { file } = this.#document(uri) ?? {}
    if (file === undefined) return
    clearTimeout(this.#waiting.get(file))
    this.#open.delete(file)
    unsavedTexts.delete(file)
    const others = this.#found.get(file)?.byFile.keys() ?? []
    this.#found.delete(file)
    for (const other of new Set([file, ...others])) this.#publish(other)
  }

  /** Checks a file when nothing has been written for a while. */
  #later(document: OpenDocument, wait = Math.max(quiet, 2 * this.#checking)): void {
    document.expire()
    clearTimeout(this.#waiting.get(document.file))
    const timer = setTimeout(() => {
      this.#check(document).catch((error: unknown) => {
        this.#connection.console.error(`apitest: ${reasonOf(error)}`)
      })
    }, wait)
    this.#waiting.set(document.file, timer)
  }

  async #check(document: OpenDocument): Promise<void> {
    const { file, version: checked } = document
    const started = performance.now()
    await document.analysis()
    await this.#warmUp(document)
    const found = diagnosticsOf(await problemsOf(file, this.#host), file)
    this.#checking = performance.now() - started
    setImmediate(collectGarbage)
    if (document.version !== checked || this.#open.get(file) !== document) return
    const before = this.#found.get(file)?.byFile.keys() ?? []
    this.#found.set(file, { version: checked, byFile: found })
    for (const other of new Set([file, ...before, ...found.keys()])) this.#publish(other)
  }

  /** The first completion loads and compiles what all others have: that is done before somebody waits for it. */
  async #warmUp({ uri, lines }: OpenDocument): Promise<void> {
    if (this.#isWarm) return
    this.#isWarm = true
    const line = lines.findLastIndex(text => text.trim() !== '')
    const asked = await this.#asked({
      textDocument: { uri },
      position: { line, character: lines[line]?.length ?? 0 },
    })
    if (asked !== undefined) await completionsAt(asked)
  }

  /** Tells what was found in a file: of an open one by checking it itself, of another by all that name it. */
  #publish(file: string): void {
    const own = this.#open.has(file) ? [this.#found.get(file)] : [...this.#found.values()]
    const found = own.flatMap(one => one?.byFile.get(file) ?? [])
    const distinct = [...new Map(found.map(one => [JSON.stringify(one), one])).values()]
    const uri = this.#open.get(file)?.uri ?? uriOf(file)
    const diagnostics = [...distinct, ...this.#runs.failuresOf(file)]
    // An editor leaves out what is about a text that it has changed since.
    const version = this.#found.get(file)?.version
    void this.#connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) })
  }
}

/** Folders in which nobody writes what suites are made of. */
const ofNobody = /\/(?:node_modules|\.git|\.tool)\//

/** True where a file that has changed may be one that an open one is made of: any that leads to others, else one that it names. */
function mayConcern(uri: string, { text }: OpenDocument): boolean {
  return (
    /\.(?:ya?ml|json|csv|js|proto|env)$|\/\.env[^/]*$/i.test(uri) ||
    text.includes(path.posix.basename(decodeURIComponent(uri)))
  )
}

/** Offers above which an editor is sent those alone that fit what is typed, and asks again when more is. */
const mostOffers = 300

function mostFitting(offers: readonly CompletionItem[], { lines, line, column }: Cursor): CompletionList {
  if (offers.length <= mostOffers) return { isIncomplete: false, items: [...offers] }
  const fitting = offers.filter(({ label, textEdit }) => {
    const start = textEdit !== undefined && 'range' in textEdit ? textEdit.range.start.character : column
    const typed = (lines[line] ?? '').slice(start, column)
    return label.toLowerCase().includes(typed.toLowerCase())
  })
  return { isIncomplete: true, items: fitting.slice(0, mostOffers) }
}

function isSuiteFile(file: unknown): file is string {
  return typeof file === 'string' && path.isAbsolute(file) && isSuite(file)
}

function isLine(line: unknown): line is number {
  return typeof line === 'number' && Number.isInteger(line) && line > 0
}

/** The text of a file on disk. */
function saved(file: string): string | undefined {
  const unsaved = unsavedTexts.get(file)
  unsavedTexts.delete(file)
  const text = readText(file)
  if (unsaved !== undefined) unsavedTexts.set(file, unsaved)
  return text instanceof Error ? undefined : text
}
