// Answers command lines with the module of a page: node web_answers.mjs SCRIPT MODULE < REQUESTS > ANSWERS, both as JSON.
import fs from "node:fs";

const [, , script, module] = process.argv;
const startedProgram = new Function(`${fs.readFileSync(script, "utf8")}\nreturn startedProgram;`)();
const answer = await startedProgram(fs.readFileSync(module));
process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer)));
