"use strict";
// The program as a WebAssembly module. `startedProgram(bytes)` promises a function from the words of a command line to what the
// program says to it: { status, results, remarks }.

/// What the module asks of a system, and is told here: there are no files, no environment and no terminal.
function systemFor(module, memory) {
  const noSuchFile = -44;
  const badDescriptor = 8;
  const view = () => new DataView(memory().buffer);
  const known = {
    clock_time_get(clock, precision, at) {
      view().setBigUint64(at, BigInt(Date.now()) * 1000000n, true);
      return 0;
    },
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    emscripten_notify_memory_growth() {},
    proc_exit(status) {
      throw new Error(`the program ended with status ${status}`);
    },
  };
  const imports = {};
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    imports[space][name] = known[name] ?? (() => (name.startsWith("__syscall_") ? noSuchFile : badDescriptor));
  }
  return imports;
}

async function startedProgram(bytes) {
  const module = await WebAssembly.compile(bytes);
  let exports = null;
  ({ exports } = await WebAssembly.instantiate(module, systemFor(module, () => exports.memory)));
  exports._initialize();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = (at, size) => decoder.decode(new Uint8Array(exports.memory.buffer, at, size));
  return (words) => {
    const line = encoder.encode(words.map((word) => `${word}\0`).join(""));
    const at = exports.malloc(line.length + 1);
    new Uint8Array(exports.memory.buffer).set(line, at);
    const said = exports.answer(at, line.length);
    exports.free(at);
    const [status, results, resultsSize, remarks, remarksSize] = new Int32Array(exports.memory.buffer, said, 5);
    return { status, results: text(results, resultsSize), remarks: text(remarks, remarksSize) };
  };
}
