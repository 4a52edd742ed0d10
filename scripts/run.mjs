// Runs a TypeScript script with the environment it needs: `node scripts/run.mjs import FILE` runs scripts/import.ts, `node
// scripts/run.mjs test/load/sessions` that file.
import { spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { build, environment, importFlags, install, projectNode, root } from "./project.mjs"

const [name, ...rest] = process.argv.slice(2)
install()
build()
const envFile = path.join(root, ".env")
const child = spawn(
  projectNode(),
  [
    ...(fs.existsSync(envFile) ? [`--env-file=${envFile}`] : []),
    ...(name === "import" ? importFlags : []),
    name.includes("/") ? `${name}.ts` : `scripts/${name}.ts`,
    ...rest,
  ],
  { cwd: root, stdio: "inherit", env: environment() },
)
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal))
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
