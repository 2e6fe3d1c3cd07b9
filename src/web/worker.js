// Runs the program beside the page, which therefore never waits: the module comes first, then command lines.
let program = null;
onmessage = async ({ data }) => {
  try {
    program ??= startedProgram(data.bytes);
    if (data.words) postMessage({ id: data.id, answer: (await program)(data.words) });
  } catch (error) {
    postMessage({ id: data.id, problem: String(error.message ?? error) });
  }
};
