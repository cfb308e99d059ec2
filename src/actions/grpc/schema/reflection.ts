import type { Root } from 'protobufjs'
import { prepared, type Failed, type Prepared, failed } from '../../failure.ts'
import type { CallEnd } from '../wire/call.ts'
import { descriptors, protobuf } from '../protobuf.ts'
import {
  decodeAnswer,
  encodeQuestion,
  type ReflectionAnswer,
  type ReflectionQuestion,
} from './reflection-messages.ts'
import { bundledDescriptor } from './bundled-files.ts'
import { resolved } from './proto-files.ts'
import type { Schema } from './schema.ts'

/** Makes a call to the server that is asked, or says why there was none. */
export type Ask = (path: string, messages: readonly Uint8Array[]) => Promise<Prepared<CallEnd>>

/** The file that describes `google/protobuf/descriptor.proto`'s `FileDescriptorProto`, as far as it is looked at. */
type FileDescriptor = ReturnType<typeof descriptors.FileDescriptorProto.decode> & {
  readonly name?: string
  readonly dependency?: readonly string[]
  readonly syntax?: string
}

/**
 * The values that the syntax of a file may have. A server of Go that does not know a file sends one without anything in
 * it, and `<unknown:0>` here.
 */
const syntaxes = new Set(['', 'proto2', 'proto3', 'editions'])

/**
 * The schema that a server has told of itself, by file
 * (https://github.com/grpc/grpc/blob/master/doc/server-reflection.md).
 */
export class Reflection {
  readonly #authority: string
  readonly #files = new Map<string, FileDescriptor>()
  #version: 'v1' | 'v1alpha' = 'v1'
  #services: readonly string[] | undefined
  #root: Root | undefined

  constructor(authority: string) {
    this.#authority = authority
  }

  /** The schema with these services and types, and everything they need. */
  async learn(names: readonly string[], ask: Ask): Promise<Prepared<Schema>> {
    try {
      return await this.#learn(names, ask)
    } catch (error) {
      // Bytes that are no descriptors, or descriptors that do not fit together.
      return this.#unreadable((error as Error).message)
    }
  }

  async #learn(names: readonly string[], ask: Ask): Promise<Prepared<Schema>> {
    if (this.#services === undefined) {
      const services = await this.#listServices(ask)
      if (!services.ok) return services
      this.#services = services.value
    }
    const services = this.#services
    const root = await this.#rootWith(names, ask)
    if (!root.ok) return root
    const learn = (more: readonly string[]): Promise<Prepared<Schema>> => this.learn(more, ask)
    return prepared({ root: root.value, source: this.#source, services, learn })
  }

  get #source(): string {
    return `the reflection of ${this.#authority}`
  }

  /** A new root when something is new: what was made of an older one stays as it is. */
  async #rootWith(names: readonly string[], ask: Ask): Promise<Prepared<Root>> {
    const unknown = names.filter(name => (this.#root?.lookup(name) ?? null) === null)
    if (this.#root !== undefined && unknown.length === 0) return prepared(this.#root)
    const before = this.#files.size
    const problem = await this.#fetch(
      unknown.map(name => ({ fileContainingSymbol: name })),
      ask,
    )
    if (problem !== undefined) return problem
    if (this.#root !== undefined && this.#files.size === before) return prepared(this.#root)
    const schema = resolved(protobuf.Root.fromDescriptor({ file: [...this.#files.values()] }), this.#source)
    if (!schema.ok) return schema
    this.#root = schema.value.root
    return prepared(this.#root)
  }

  async #listServices(ask: Ask): Promise<Prepared<readonly string[]>> {
    const answers = await this.#ask([{ listServices: '*' }], ask)
    if (!answers.ok) return answers
    const { listServicesResponse } = answers.value[0] ?? {}
    const names = (listServicesResponse?.service ?? []).map(({ name }) => name)
    return prepared(names.filter(name => !name.startsWith('grpc.reflection.')).sort())
  }

  /** Asks for files, and for those they import, until none is missing. An unknown symbol is left out. */
  async #fetch(questions: readonly ReflectionQuestion[], ask: Ask): Promise<Failed | undefined> {
    for (let open = questions; open.length > 0; open = this.#missing()) {
      const answers = await this.#ask(open, ask)
      if (!answers.ok) return answers
      const before = this.#files.size
      for (const { fileDescriptorResponse } of answers.value)
        for (const bytes of fileDescriptorResponse?.fileDescriptorProto ?? []) this.#keep(bytes)
      if (this.#files.size === before) this.#useOwn()
      if (this.#files.size > before) continue
      const [missing] = this.#missing()
      return missing === undefined ? undefined : this.#incomplete(missing.fileByFilename ?? '')
    }
    return undefined
  }

  #keep(bytes: Uint8Array): void {
    const file = descriptors.FileDescriptorProto.decode(bytes) as FileDescriptor
    if (syntaxes.has(file.syntax ?? '')) this.#files.set(file.name ?? '', file)
  }

  /** Takes what comes with Protocol Buffers for files that the server does not have. */
  #useOwn(): void {
    for (const { fileByFilename: name = '' } of this.#missing()) {
      const own = bundledDescriptor(name)
      if (own !== undefined) this.#keep(descriptors.FileDescriptorProto.encode(own).finish())
    }
  }

  #missing(): readonly ReflectionQuestion[] {
    const needed = new Set([...this.#files.values()].flatMap(({ dependency = [] }) => dependency))
    return [...needed].filter(name => !this.#files.has(name)).map(name => ({ fileByFilename: name }))
  }

  async #ask(
    questions: readonly ReflectionQuestion[],
    ask: Ask,
  ): Promise<Prepared<readonly ReflectionAnswer[]>> {
    const end = await ask(
      `/grpc.reflection.${this.#version}.ServerReflection/ServerReflectionInfo`,
      questions.map(encodeQuestion),
    )
    if (!end.ok) return end
    const { status, statusMessage, messages } = end.value
    if (status === 'OK') return prepared(messages.map(decodeAnswer))
    if (status === 'UNIMPLEMENTED' && this.#version === 'v1') {
      this.#version = 'v1alpha'
      return this.#ask(questions, ask)
    }
    return status === 'UNIMPLEMENTED' ? this.#notOffered() : this.#refused(status, statusMessage)
  }

  #notOffered(): Failed {
    return failed('reflection-missing', {
      reason: `the server ${this.#authority} does not offer reflection, so that its services are not known`,
      hint: 'Name its .proto files (`proto`), or a descriptor set (`descriptor-set`).',
    })
  }

  #refused(status: string, message: string): Failed {
    return failed('reflection-missing', {
      reason: `the reflection of ${this.#authority} answers ${[status, message].filter(text => text !== '').join(': ')}`,
    })
  }

  #unreadable(reason: string): Failed {
    return failed('reflection-missing', {
      reason: `what the reflection of ${this.#authority} tells cannot be read: ${reason}`,
      hint: 'Name the .proto files of the server (`proto`).',
    })
  }

  #incomplete(file: string): Failed {
    return failed('reflection-missing', {
      reason: `the reflection of ${this.#authority} does not have the file "${file}", which others import`,
      hint: 'Name the .proto files of the server (`proto`).',
    })
  }
}
