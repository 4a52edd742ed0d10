import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

// Tests the import directions of house.md. Paths are relative to src/; type-only imports do not count.

const rules = [
  {
    rule: "foundations (config, db, ui, …) import no feature",
    from: /^(config|db|i18n|lib|mail|net|queue|storage|ui)\//,
    to: /^features\//,
  },
  {
    // A part split off a feature (events/attendance/) has the same kinds of files.
    rule: "a feature imports only nouns, inputs, queries, commands, stores, representations and ui of other features",
    from: /^features\/(?<self>[^/]+)\//,
    to: /^features\/(?!<self>\/)[^/]+\/(?!ui\/|([a-z-]+\/)?(queries|commands|store|representation)\.server\.ts$|((?!pages\/)[a-z-]+\/)?[a-z0-9-]+\.ts$)/,
  },
  {
    // The list of addresses (web/paths.ts) is plain text, and answers contain addresses, too.
    rule: "queries and commands import neither HTTP nor React",
    from: /^features\/.*\/(queries|commands|store)\.server\.ts$/,
    to: /^(http\/|web\/(?!paths\.ts$)|ui\/|hono|@hono|react)/,
  },
  {
    rule: "pages and the UI kit import no queries, commands or database code",
    from: /^(features\/[^/]+\/(pages|ui)|ui)\//,
    to: /(queries|commands|store|api|selection|reading)\.server\.ts$|^http\/|^db\//,
  },
  { rule: "cookies are read by http/security/cookies.ts, not by Hono's parser", from: /./, to: /^hono\/cookie$/ },
  {
    rule: "http/ runs no database queries, apart from its rate limits",
    from: /^http\/(?!limits\/limits\.ts)/,
    to: /^kysely$/,
  },
  {
    rule: "no file in a folder imports a switchboard (api.ts, routes.ts, jobs.ts, …)",
    from: /\//,
    to: /^(server|process|app|api|addresses|changes|routes|inbox|jobs|seed)\.tsx?$/,
  },
]

const files = globSync("src/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const imports = new Map(files.map((file) => [file.slice("src/".length), importsOf(file)]))

test.each(rules)("$rule", ({ from, to }) => {
  const broken = [...imports].flatMap(([file, targets]) => {
    const match = from.exec(file)
    if (!match) return []
    const forbidden = new RegExp(to.source.replaceAll("<self>", match.groups?.self ?? ""))
    return targets.filter((target) => forbidden.test(target)).map((target) => `${file} → ${target}`)
  })

  expect(broken).toEqual([])
})

test("no import cycles exist between source files", () => {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(" → ")]
    if (done.has(file)) return []
    const circles = (imports.get(file) ?? []).flatMap((target) => visit(target, [...path, file]))
    done.add(file)
    return circles
  }

  expect([...imports.keys()].flatMap((file) => visit(file, []))).toEqual([])
})

/** Features that import each other in both directions. The list only shrinks. */
const entangled = [
  "accounts actors",
  "accounts documents",
  "accounts events",
  "accounts notices",
  "actors agendas",
  "actors contact",
  "actors documents",
  "actors events",
  "actors follows",
  "agendas events",
  "documents events",
  "events notices",
]

test("no features import each other in both directions, except the listed pairs", () => {
  const feature = (path: string) => /^features\/([^/]+)\//.exec(path)?.[1]
  const pairs = new Set<string>()
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [feature(file), feature(target)]
      if (from && to && from !== to) pairs.add(`${from} ${to}`)
    }
  const both = [...pairs].filter((pair) => {
    const [from = "", to = ""] = pair.split(" ")
    return from < to && pairs.has(`${to} ${from}`)
  })

  expect(both.sort()).toEqual(entangled)
})

test("no server module is reached by imports from the client entry, the root or a page", () => {
  const from = new Map<string, string>()
  const roots = [...imports.keys()].filter(
    (file) => /^(entry\.client|root)\.tsx$|^features\/[^/]+\/pages\//.test(file) && !/\.server\.tsx?$/.test(file),
  )
  const waiting = [...roots]
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    for (const target of imports.get(file) ?? []) {
      if (imports.has(target) && !from.has(target) && !roots.includes(target)) {
        from.set(target, file)
        waiting.push(target)
      }
    }
  }
  const reached = [...from].filter(([file]) => /\.server\.tsx?$|^(db|http|queue|mail|storage|net|config)\//.test(file))

  expect(roots.length).toBeGreaterThan(3)
  expect(reached.map(([file, importer]) => `${importer} → ${file}`)).toEqual([])
})

test("no file is called index.ts or index.tsx", () => {
  expect([...imports.keys()].filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
})

test("every exported function outside pages and generated code has a comment above it", () => {
  const silent = files
    .filter((file) => !/\/(pages|gen)\/|^src\/root\.tsx$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(file, "utf8").split("\n")
      return lines.flatMap((line, at) => {
        const name = /^export (?:async )?function\*? ?(\w+)/.exec(line)?.[1]
        return name && !/\*\/$|^\/\//.test(lines[at - 1]?.trim() ?? "") ? [`${file}: ${name}`] : []
      })
    })

  expect(silent).toEqual([])
})

test("no file and no exported function, constant or type has a forbidden word in its name", () => {
  const privateWords = new Set("kept asked told given known one stop sure hands own".split(" "))
  // Markup stored for others is `kept` by decision; the others mean the thing itself: a single line, a stop of a tour.
  const allowed = new Set(["kept-markup", "kept", "one-line", "oneLine", "onOneLine", "TourStop"])
  const isPrivate = (name: string) =>
    !allowed.has(name) &&
    name
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[\s_.-]+/)
      .some((word) => privateWords.has(word))
  const read = globSync("{src,test,scripts}/**/*.{ts,tsx,mjs,css}").filter(
    (file) => !/\/gen\/|^src\/db\/schema\.ts$/.test(file),
  )
  const fileNames = read.flatMap((file) =>
    isPrivate(
      file
        .split("/")
        .at(-1)
        ?.replace(/(\.(server|test|d))*\.\w+$/, "") ?? "",
    )
      ? [file]
      : [],
  )
  const exported = read.flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(
        /^export (?:default )?(?:async )?(?:function\*?|const|type|interface) (\w+)/gm,
      ),
    ]
      .filter(([, name = ""]) => isPrivate(name))
      .map(([, name]) => `${file}: ${name}`),
  )

  expect(read.length).toBeGreaterThan(1000)
  expect([...fileNames, ...exported]).toEqual([])
})

test("the import graph covers the real code, from api.ts to the features", () => {
  expect(imports.size).toBeGreaterThan(100)
  expect(imports.get("api.ts")).toContain("features/events/api.server.ts")
  expect([...imports.values()].flat().filter((target) => target.startsWith("features/")).length).toBeGreaterThan(50)
})

/** Returns the value imports of a file: relative to src/ for files there, else as written. */
function importsOf(file: string) {
  const text = readFileSync(file, "utf8")
  const found = text.matchAll(/^(?:import|export)\s+(?!type[\s{])(?:([\w*\s,{}$]+?)\s+from\s+)?["']([^"'\n]+)["']/gm)
  const later = text.matchAll(/\bimport\((?<names>)["']([^"'\n]+)["']\)/g)
  return [...found, ...later]
    .filter(([, names = ""]) => !isTypesOnly(names))
    .map(([, , target = ""]) =>
      target.startsWith("#")
        ? target.slice(1)
        : target.startsWith(".")
          ? join(dirname(file), target).slice("src/".length)
          : target,
    )
}

function isTypesOnly(names: string) {
  const braces = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const each =
    braces
      ?.split(",")
      .map((one) => one.trim())
      .filter(Boolean) ?? []
  return each.length > 0 && each.every((one) => one.startsWith("type "))
}
