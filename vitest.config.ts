import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { mapFiles } from "./scripts/vite/map-files.ts"

/** The files that take longest begin first, so that all workers end together; a fresh copy knows no durations yet. */
const long = [
  "src/features/imports/corpus",
  "src/features/documents/sound/corpus",
  "test/bad-input",
  "src/features/documents/sound/sounds",
  "test/mails",
  "src/features/accounts/bad-input",
  "src/rights-walk",
  "src/features/newsletters/issues/issues",
  "src/features/documents/pdf/pdf",
  "src/features/events/listing/selection",
  "src/features/events/writing/rights",
  "test/product/process/process",
  "test/product/documents/documents",
  "test/product/publishing/first-hour",
  "test/product/screens/personal-examine-others",
  "test/product/editing/event-editor-drafts",
  "test/product/screens/reachable",
  "test/product/following/visitor",
  "test/product/publishing/pasted-line",
  "test/product/events/event-manage",
  "test/product/process/lost-chunks",
  "test/product/accounts/accounts",
  "test/product/http/secrets",
  "test/product/events/first-answer",
  "test/product/screens/examine-events",
  "test/product/events/map",
  "test/product/fediverse/fediverse-answers",
  "test/product/screens/personal-examine-events",
  "test/product/publishing/event-editor",
  "test/product/screens/walk",
  "test/product/fediverse/fediverse-screens",
  "test/product/actors/relations",
  "test/product/publishing/publishing-in-a-minute",
  "test/product/screens/examine-others",
  "test/product/editing/lost-work",
  "test/product/following/activities",
  "test/product/documents/listen",
  "test/product/accounts/accounts-ways",
  "test/product/events/calendar",
  "test/product/actors/actor-editor",
  "test/product/fediverse/fediverse-two-instances-coming",
]

/**
 * The tests keep every core busy: what V8 does on threads of its own, to compile and to clear memory in parallel, only takes
 * from the others, and costs more than the same on the thread that needs it (of 59 CPU seconds 54 are left).
 */
const oneThread = ["--single-threaded"]

/** Those that replace a package, which no other file may have read before. */
const alone = [
  "src/features/accounts/registration/attacks.test.ts",
  "src/features/accounts/sign-in/attacks.test.ts",
  "src/app.test.ts",
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = long.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return at < 0 ? long.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  plugins: [mapFiles()],
  test: {
    environment: "node",
    pool: "forks",
    execArgv: oneThread,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "test/*.test.ts", "test/worlds/*.test.ts"],
          exclude: alone,
          globalSetup: ["./test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 3, // much of their time the database is waited for
          isolate: false, // each worker reads the code once for all its files: half of their time
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: alone,
          globalSetup: ["./test/global-setup.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "product",
          include: ["test/product/**/*.test.ts"],
          globalSetup: ["./test/product/servers/global-setup.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          maxWorkers: 3, // much of their time browser and server wait for each other
          isolate: false, // each worker keeps its browser and the server its files share
        },
      },
    ],
  },
})
