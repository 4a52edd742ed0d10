// `npm start` and `npm run dev`: installs what is missing, builds what has changed, starts the server.
import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { build, environment, install, projectNode, root, serverFlags, serverVariables } from "./project.mjs"

const isDevelopment = process.argv.includes("--dev")
install()
if (!isDevelopment) build()
// A build compiles the messages; without one a fresh copy has none.
else execFileSync(projectNode(), [path.join(root, "scripts/i18n.mjs")], { cwd: root, stdio: "inherit" })

const envFile = path.join(root, ".env")
const child = spawn(
  projectNode(),
  [
    ...serverFlags,
    ...(fs.existsSync(envFile) ? [`--env-file=${envFile}`] : []),
    "src/server.ts",
    ...process.argv.slice(2),
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...serverVariables,
      ...environment({ NODE_ENV: isDevelopment ? "development" : "production" }),
    },
  },
)
// The server drains by itself; this process only waits for it.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => signal === "SIGTERM" && child.kill(signal))
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
