// Every check by its name; those that find most errors soonest come first. `npm run check` runs the quick ones.
import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { stripVTControlCharacters } from "node:util"
import { environment, install, projectNode, root } from "./project.mjs"

const bin = (name) => path.join(root, "node_modules/.bin", name)
const formatted = ["src", "test", "scripts", "vite.config.ts", "vitest.config.ts", "react-router.config.ts"]
const tests = { passed: 0, failed: 0, skipped: 0 }
/** Failed tests with their messages, repeated at the end, because a long log is read from there. */
const failures = []
/** Tests that failed and passed when their file ran again: each is a race to be found. */
const secondTries = []
/** File that lists these with the day and message: to be committed; remove a line when its race is fixed. */
const ledger = path.join(root, "test/second-tries.txt")

/** Each check returns whether it passed; its output is shown, or passed to `print`. */
const checks = {
  format: (print) => run(print, bin("oxfmt"), "--check", ...formatted),
  lint: (print) => run(print, bin("oxlint"), "--deny-warnings", ...formatted),
  messages: (print) => run(print, projectNode(), "scripts/i18n.mjs"),
  // Each type checker of tsc infers most types again: a single one does half of the work, and finishes sooner.
  types: async (print) =>
    (await run(print, projectNode(), "node_modules/@react-router/dev/bin.cjs", "typegen")) &&
    (await run(print, bin("tsc"), "--noEmit", "--checkers", "1")),
  unused: (print) => run(print, bin("knip")),
  unit,
  build: (print) => run(print, projectNode(), "scripts/build.mjs"),
  product,
}

/** Checks that need no test run: each keeps one core busy. */
export const quick = ["format", "lint", "messages", "types", "unused"]

/**
 * Runs checks one after the other and prints their results; sets exit code 1 when one fails.
 * @param early those of them that start at once in parallel, and are awaited in their order
 */
export async function runChecks(names, early = []) {
  const start = Date.now()
  const begun = new Map(early.map((name) => [name, checked(name, false)]))
  const results = []
  for (const name of names) {
    console.log(`\n── ${name}`)
    const { printed, ...result } = await (begun.get(name) ?? checked(name, true))
    process.stdout.write(printed)
    results.push(result)
  }
  console.log("")
  for (const { name, isGood, seconds } of results) console.log(`${isGood ? "✓" : "✗"} ${name} (${seconds} s)`)
  const broken = results.filter((result) => !result.isGood)
  const { passed, failed, skipped } = tests
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped in ${secondsSince(start)} s`)
  for (const line of failures) console.log(`✗ ${line}`)
  for (const line of secondTries) console.log(`! second try: ${line}`)
  if (broken.length > 0) {
    console.error(`\nNot good: ${broken.map((result) => result.name).join(", ")}`)
    process.exit(1)
  }
}

async function checked(name, isShown) {
  const printed = []
  const start = Date.now()
  const isGood = await checks[name](isShown ? undefined : (chunk) => printed.push(chunk))
  return { name, isGood, seconds: secondsSince(start), printed: Buffer.concat(printed) }
}

const secondsSince = (start) => ((Date.now() - start) / 1000).toFixed(1)

/** Runs a program; returns whether it succeeded. */
async function run(print, command, ...args) {
  const program = spawn(command, args, { cwd: root, stdio: print ? "pipe" : "inherit", env: environment() })
  program.stdout?.on("data", print)
  program.stderr?.on("data", print)
  const [code] = await once(program, "close")
  return code === 0
}

async function vitest(projects, files = []) {
  const report = path.join(os.tmpdir(), `foyer-${projects[0]}-${process.pid}.json`)
  // The exit code also reports errors that belong to no test.
  const isClean = await run(
    undefined,
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

async function unit() {
  const result = await vitest(["unit", "alone"])
  return Boolean(result) && count(result)
}

const told = ({ test, message }) => `${test} (${message})`

/**
 * Runs the browser tests. A file with failed tests runs once more, whole, on a fresh server; a test that then passes is noted in
 * the ledger, and fails the run if it is listed there already: a race has to be found, not tolerated.
 */
async function product() {
  const first = await vitest(["product"])
  if (!first || first.isGood || first.failedFiles.length === 0) return Boolean(first) && count(first)
  const files = first.failedFiles.map(({ file }) => file)
  console.log(`\n── once more, whole, on a fresh server: ${files.join(", ")}`)
  const again = await vitest(["product"], files)
  if (!again?.isGood || again.ran !== files.length) return count({ ...first, isGood: false })
  const entries = fs.existsSync(ledger) ? fs.readFileSync(ledger, "utf8").trim().split("\n") : []
  const faults = first.failedFiles.flatMap((file) => file.faults)
  for (const { test, message } of faults) {
    const isKnown = entries.some((line) => line.includes(` ${test}: `))
    secondTries.push(`${told({ test, message })}${isKnown ? ", and not for the first time" : ""}`)
    if (isKnown) first.isRepeated = true
    else fs.appendFileSync(ledger, `${new Date().toISOString().slice(0, 10)} ${test}: ${message}\n`)
  }
  const failed = first.isRepeated ? faults.length : 0
  return count({ ...first, passed: first.passed + first.failed - failed, failed, isGood: !first.isRepeated })
}

function count({ passed, failed, skipped, isGood, failedFiles }) {
  if (!isGood) failures.push(...failedFiles.flatMap(({ faults }) => faults.map(told)))
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
  await runChecks([...quick, "unit"])
}
