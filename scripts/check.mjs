// Every check by its name, in the order they tell most soonest. `npm run check` runs the quick ones.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { build, environment, install, projectNode, root } from "./project.mjs"

const bin = (name) => path.join(root, "node_modules/.bin", name)
const formatted = ["src", "test", "scripts", "vite.config.ts", "vitest.config.ts", "react-router.config.ts"]
const tests = { passed: 0, failed: 0, skipped: 0 }
/** Those that failed, were tried once more and then passed: each is a race to be found. */
const secondTries = []

const checks = {
  format: () => run(bin("oxfmt"), "--check", ...formatted),
  lint: () => run(bin("oxlint"), "--deny-warnings", ...formatted),
  messages: () => run(projectNode(), "scripts/i18n.mjs"),
  types: () => run(projectNode(), "node_modules/@react-router/dev/bin.cjs", "typegen") && run(bin("tsc"), "--noEmit"),
  unused: () => run(bin("knip")),
  unit: () => vitest("unit"),
  build: () => {
    build()
    return true
  },
  product: () => vitest("product"),
}

export function runChecks(names) {
  const results = names.map((name) => {
    console.log(`\n── ${name}`)
    const start = Date.now()
    const isGood = checks[name]()
    return { name, isGood, seconds: ((Date.now() - start) / 1000).toFixed(1) }
  })
  console.log("")
  for (const { name, isGood, seconds } of results) console.log(`${isGood ? "✓" : "✗"} ${name} (${seconds} s)`)
  const broken = results.filter((result) => !result.isGood)
  console.log(`\n${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`)
  for (const line of secondTries) console.log(`! second try: ${line}`)
  if (broken.length > 0) {
    console.error(`\nNot good: ${broken.map((result) => result.name).join(", ")}`)
    process.exit(1)
  }
}

function run(command, ...args) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", env: environment() }).status === 0
}

function vitest(project) {
  const report = path.join(os.tmpdir(), `foyer-${project}-${process.pid}.json`)
  const isGood = run(
    bin("vitest"),
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report}`,
  )
  if (!fs.existsSync(report)) return false
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(fs.readFileSync(report, "utf8"))
  fs.rmSync(report)
  for (const { name: file, assertionResults } of testResults)
    for (const { status, ancestorTitles, title, failureMessages } of assertionResults) {
      // Of a test that passed, what is told is what went wrong before.
      if (status !== "passed" || failureMessages.length === 0) continue
      const where = [path.relative(root, file), ...ancestorTitles.filter(Boolean), title].join(" > ")
      secondTries.push(`${where} (${failureMessages[0].split("\n")[0]})`)
    }
  tests.passed += numPassedTests
  tests.failed += numFailedTests
  tests.skipped += numPendingTests
  return isGood && numPassedTests > 0
}

if (process.argv[1] === import.meta.filename) {
  install()
  runChecks(["format", "lint", "messages", "types", "unused", "unit"])
}
