// `npm start` and `npm run dev`: installs missing packages, builds what has changed, starts the server and keeps it running.
import { execFileSync, spawn } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { keepRunning } from "./keep-running.mjs"
import { build, environment, install, projectNode, root, serverFlags, serverVariables } from "./project.mjs"

const isDevelopment = process.argv.includes("--dev")
install()
if (!isDevelopment) build()
// A build compiles the messages; in development a fresh copy has none.
else execFileSync(projectNode(), [path.join(root, "scripts/i18n.mjs")], { cwd: root, stdio: "inherit" })

const envFile = path.join(root, ".env")
const start = () =>
  spawn(
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
process.exit(await keepRunning(start))
