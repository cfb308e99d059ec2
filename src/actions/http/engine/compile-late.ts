/**
 * Lets V8 optimise undici's parser, which is WebAssembly, only after some hundred answers. By default Node 20 begins
 * with the first one, and a process that sends few requests then waits 70 ms at its end for a result it never uses.
 */
export function compileLate(): void {
  process.getBuiltinModule('node:v8').setFlagsFromString('--wasm-tiering-budget=100000000')
}
