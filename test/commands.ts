import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "vite"

// Parses the server's code as a graph: which tables each function writes, what it mentions, and what it calls.

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** A named declaration of a file; paths are relative to src/. */
export type Unit = {
  name: string
  file: string
  text: string
  isExported: boolean
  /** Tables that its own text writes; "?" where the table name is not a literal. */
  writes: Set<string>
  /** Everything it mentions of its own file or others: more than it uses at run time. */
  mentions: Set<string>
  /** Functions it calls by name: no more than it calls at run time. */
  calls: Set<string>
}

/** Returns every declaration of these files, by `file#name`. */
export function unitsOf(files: readonly string[], read = (file: string) => readFileSync(file, "utf8")) {
  const units = new Map<string, Unit>()
  for (const file of files) for (const unit of unitsIn(file, read(file))) units.set(`${unit.file}#${unit.name}`, unit)
  return units
}

export const serverFiles = globSync("src/{features,sample,db}/**/*.ts").filter(
  (file) => !/\.test\.ts$|\.d\.ts$|\/migrations\/|schema\.ts$|worker\.ts$/.test(file),
)

/** Returns the units reachable from a unit, itself included: along everything it mentions, or along calls alone. */
export function reachedFrom(units: Map<string, Unit>, key: string, along: "mentions" | "calls"): Set<string> {
  const reached = new Set<string>()
  const waiting = [key]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(units.get(next)?.[along] ?? []))
  }
  return reached
}

function unitsIn(path: string, source: string): Unit[] {
  const file = path.replace(/^src\//, "")
  const { program } = parseSync(path, source) as unknown as { program: { body: Node[] } }
  const names = new Map<string, string>()
  const declared: { name: string; node: Node; isExported: boolean }[] = []
  for (const statement of program.body) {
    if (statement.type === "ImportDeclaration") {
      const target = targetOf(file, String((statement.source as { value: string }).value))
      for (const one of statement.specifiers as Node[]) {
        const imported = (one.imported as { name?: string } | undefined)?.name ?? "default"
        names.set((one.local as { name: string }).name, `${target}#${imported}`)
      }
      continue
    }
    const isExported = statement.type.startsWith("Export")
    const node = (isExported ? (statement.declaration as Node | null) : statement) ?? statement
    const declarations = (node.declarations as Node[] | undefined) ?? [node]
    for (const one of declarations) {
      const name = (one.id as { name?: string } | null | undefined)?.name
      if (name) declared.push({ name, node: one, isExported })
    }
  }
  for (const { name } of declared) names.set(name, `${file}#${name}`)
  return declared.map(({ name, node, isExported }) => {
    const unit: Unit = {
      name,
      file,
      text: source.slice(node.start, node.end),
      isExported,
      writes: new Set(),
      mentions: new Set(),
      calls: new Set(),
    }
    const resolve = (local: string) => names.get(local)
    for (const table of writesOf(unit.text)) unit.writes.add(table)
    walk(node, (each) => {
      if (each.type === "Identifier" && typeof each.name === "string" && each.name !== name) {
        const target = resolve(each.name)
        if (target) unit.mentions.add(target)
      }
      if (each.type !== "CallExpression") return
      const callee = each.callee as Node
      const target = callee.type === "Identifier" ? resolve(callee.name as string) : undefined
      if (!target) return
      unit.calls.add(target)
      // The functions of db/in-steps.ts take the table as a parameter.
      if (target.startsWith("db/in-steps.ts#")) {
        const table = (each.arguments as Node[])[1]
        unit.writes.add(table?.type === "Literal" ? String(table.value) : "?")
      }
    })
    // The table passed to it is counted where its name is written.
    if (file === "db/in-steps.ts") unit.writes.clear()
    return unit
  })
}

/** Returns the tables a text writes, in SQL or through the query builder, comments included. */
export function writesOf(text: string): string[] {
  const statements =
    /(?<!\b(?:for|key|do)\s+)\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\$\{|"?[a-z_]+(?:\.[a-z_]+)?"?)/gi
  const built = /\.\s*(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(["'`][a-z_ ]+["'`]|[^"'`\s])/g
  const clean = (table: string) =>
    /^["'`]?[a-z_]/.test(table) && !table.includes("$") ? table.replaceAll(/["'`]/g, "") : "?"
  return [
    ...[...text.matchAll(statements)].map(([, table = ""]) => clean(table)),
    ...[...text.matchAll(built)].map(([, table = ""]) =>
      /^["'`]/.test(table) ? clean(table.split(" ")[0] ?? "") : "?",
    ),
  ]
}

function targetOf(file: string, written: string): string {
  if (written.startsWith("#")) return written.slice(1)
  return written.startsWith(".") ? join(dirname(file), written) : written
}

function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit)
  if (typeof node !== "object" || node === null || Array.isArray(node)) return
  if (typeof (node as Node).type === "string") visit(node as Node)
  for (const value of Object.values(node)) if (typeof value === "object") walk(value, visit)
}
