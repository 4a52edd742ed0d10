// Every check by its name, in the order they tell most soonest. `npm run check` runs the quick ones.
import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { stripVTControlCharacters } from "node:util"
import { build, environment, install, projectNode, root } from "./project.mjs"

const bin = (name) => path.join(root, "node_modules/.bin", name)
const formatted = ["src", "test", "scripts", "vite.config.ts", "vitest.config.ts", "react-router.config.ts"]
const tests = { passed: 0, failed: 0, skipped: 0 }
/** Those that failed and passed when their file ran again: each is a race to be found. */
const secondTries = []
/** Where these are noted, with the day and what was said: to be committed, and struck out by whoever mends one. */
const ledger = path.join(root, "test/second-tries.txt")

const checks = {
  format: () => run(bin("oxfmt"), "--check", ...formatted),
  lint: () => run(bin("oxlint"), "--deny-warnings", ...formatted),
  messages: () => run(projectNode(), "scripts/i18n.mjs"),
  types: () => run(projectNode(), "node_modules/@react-router/dev/bin.cjs", "typegen") && run(bin("tsc"), "--noEmit"),
  unused: () => run(bin("knip")),
  unit,
  build: () => {
    build()
    return true
  },
  product,
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

function vitest(projects, files = []) {
  const report = path.join(os.tmpdir(), `foyer-${projects[0]}-${process.pid}.json`)
  // Its exit code also says of errors that belong to no test.
  const isClean = run(
    bin("vitest"),
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile=${report}`,
    ...files,
  )
  if (!fs.existsSync(report)) return undefined
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(fs.readFileSync(report, "utf8"))
  fs.rmSync(report)
  const failed = testResults
    .filter(({ status }) => status !== "passed")
    .map(({ name, message, assertionResults }) => {
      const file = path.relative(root, name)
      const faults = assertionResults
        .filter(({ status }) => status === "failed")
        .map(({ ancestorTitles, title, failureMessages }) => ({
          test: [file, ...ancestorTitles.filter(Boolean), title].join(" > "),
          message: firstLine(failureMessages[0]),
        }))
      return { file, faults: faults.length > 0 ? faults : [{ test: file, message: firstLine(message) }] }
    })
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests,
    isGood: isClean && numPassedTests > 0,
    ran: testResults.length,
    failedFiles: failed,
  }
}

function unit() {
  const result = vitest(["unit", "alone"])
  return Boolean(result) && count(result)
}

/**
 * The browser's tests. A file of which something failed runs once more, whole, on a fresh server; what then passes is
 * noted in the ledger, and fails the run if it stands there already: a race to be found, not to be lived with.
 */
function product() {
  const first = vitest(["product"])
  if (!first || first.isGood || first.failedFiles.length === 0) return Boolean(first) && count(first)
  const files = first.failedFiles.map(({ file }) => file)
  console.log(`\n── once more, whole, on a fresh server: ${files.join(", ")}`)
  const again = vitest(["product"], files)
  if (!again?.isGood || again.ran !== files.length) return count({ ...first, isGood: false })
  const entries = fs.existsSync(ledger) ? fs.readFileSync(ledger, "utf8").trim().split("\n") : []
  const faults = first.failedFiles.flatMap((file) => file.faults)
  for (const { test, message } of faults) {
    const isKnown = entries.some((line) => line.includes(` ${test}: `))
    secondTries.push(`${test} (${message})${isKnown ? ", and not for the first time" : ""}`)
    if (isKnown) first.isRepeated = true
    else fs.appendFileSync(ledger, `${new Date().toISOString().slice(0, 10)} ${test}: ${message}\n`)
  }
  const failed = first.isRepeated ? faults.length : 0
  return count({ ...first, passed: first.passed + first.failed - failed, failed, isGood: !first.isRepeated })
}

function count({ passed, failed, skipped, isGood }) {
  tests.passed += passed
  tests.failed += failed
  tests.skipped += skipped
  return isGood
}

function firstLine(message = "") {
  return stripVTControlCharacters(message).split("\n")[0].slice(0, 200)
}

if (process.argv[1] === import.meta.filename) {
  install()
  runChecks(["format", "lint", "messages", "types", "unused", "unit"])
}
