import { Readable } from "node:stream"
import { domainToASCII } from "node:url"
import { CsvError, parse } from "csv-parse"
import { yieldingRegularly } from "#lib/yielding.server.ts"
import { longestList, type SkipReason } from "./decision.ts"

export type HostList = {
  /** Normalized hosts, each once. */
  hosts: string[]
  /** The skipped lines, by line number. */
  unlisted: { line: number; what: string; why: SkipReason }[]
  /** Number of skipped lines, including those beyond the limit. */
  passedOver: number
}

/** Most lines of a list that are read. */
const mostLines = 100_000

const header = ["#domain", "#severity", "#reject_media", "#reject_reports", "#public_comment", "#obfuscate"]

/**
 * Reads a list of hosts in the format that Fediverse servers export: a table with the columns `#domain` and perhaps
 * `#severity`, or one host a line. Of a block list only full blocks (`suspend`) count, because there are no partial blocks
 * here. Other work gets its turn while a list is read.
 * @param ownHost host of this instance, which is skipped
 */
export async function readHostList(text: string, ownHost: string): Promise<HostList> {
  const plain = text.replace(/^\uFEFF/, "")
  // A table without quotes can be read line by line.
  if (plain.length > longestList) return listOf(rowsOfLines(plain), ownHost, 0)
  if (!plain.includes('"')) return listOf(rowsOfLines(plain), ownHost)
  try {
    return await listOf(rowsOfTable(plain), ownHost)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // Text that is not a valid table is read line by line.
    return listOf(rowsOfLines(plain), ownHost)
  }
}

/** A row of a table, with the number of its last line. */
type Row = { record: string[]; line: number }

async function listOf(rows: AsyncIterable<Row>, ownHost: string, most = mostLines): Promise<HostList> {
  const [hosts, unlisted]: [Set<string>, HostList["unlisted"]] = [new Set(), []]
  let columns = { domain: 0, severity: -1 }
  let [count, tooMany] = [0, 0]
  const turn = yieldingRegularly()
  for await (const { record, line } of rows) {
    await turn()
    if (++count > most) {
      if (tooMany++ === 0) unlisted.push({ line, what: "", why: "too_many" })
      continue
    }
    const names = count === 1 ? record.map((cell) => cell.replace(/^#\s*/, "").toLowerCase()) : []
    const isHead = names.includes("domain")
    if (isHead) columns = { domain: names.indexOf("domain"), severity: names.indexOf("severity") }
    const said = record[columns.domain] ?? ""
    // A remark of the author of the list.
    if (isHead || said.startsWith("#")) continue
    const what = said.slice(0, 300)
    const host = normalizeHost(said)
    const severity = columns.severity < 0 ? "suspend" : (record[columns.severity] ?? "").toLowerCase()
    if (severity !== "suspend") unlisted.push({ line, what, why: "other_severity" })
    else if (/[*?]/.test(said.replace(/^\*\./, ""))) unlisted.push({ line, what, why: "obfuscated" })
    else if (host === undefined) unlisted.push({ line, what, why: "no_host" })
    else if (isThisInstance(host, ownHost)) unlisted.push({ line, what, why: "own_host" })
    else hosts.add(host)
  }
  return { hosts: [...hosts], unlisted, passedOver: unlisted.length + Math.max(0, tooMany - 1) }
}

/** Characters of a line that are read. */
const longestLine = 20_000

const form = { trim: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const

/** Characters parsed at once, in some milliseconds. */
const atOnce = 4096

async function* piecesOf(text: string): AsyncGenerator<string> {
  const turn = yieldingRegularly()
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + atOnce
    await turn()
    // Do not split the end of a line.
    if (text[to - 1] === "\r" && text[to] === "\n") to++
    yield text.slice(from, to).replaceAll(/\r\n?/g, "\n")
  }
}

async function* rowsOfTable(text: string): AsyncGenerator<Row> {
  const parser = parse({ ...form, info: true, max_record_size: longestLine })
  const rows = Readable.from(piecesOf(text)).pipe(parser)
  for await (const { record, info } of rows as AsyncIterable<{ record: string[]; info: { lines: number } }>)
    yield { record, line: info.lines }
}

async function* rowsOfLines(text: string): AsyncGenerator<Row> {
  const turn = yieldingRegularly()
  let line = 0
  for (const [one] of text.matchAll(/[^\r\n]*(?:\r\n?|\n|$)/g)) {
    await turn()
    line++
    const cells = one.slice(0, longestLine).split(",")
    if (one.trim() !== "") yield { record: cells.map((cell) => cell.trim().replaceAll('"', "")), line }
  }
}

/**
 * Normalizes a host as it is stored: lower case, in ASCII, with its port if it has one. `*.example.org` becomes
 * `example.org`, which includes all subdomains. Undefined for what is not a host of the internet.
 */
export function normalizeHost(name: string): string | undefined {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "")
    .replace(/^\*\./, "")
  const [, written = "", port = ""] = /^(.*?)(:\d{1,5})?$/s.exec(plain) ?? []
  if (written.length > 253 || !/^[^\s/@:?#%[\]\\]+$/.test(written)) return undefined
  const host = domainToASCII(written.replace(/\.$/, ""))
  const isHost = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))+$/.test(host)
  return isHost && !host.includes("*") ? `${host}${port}` : undefined
}

/** Returns whether a host is this instance or a parent domain of it, about which nobody may decide. */
export function isThisInstance(host: string, ownHost: string): boolean {
  return host === ownHost || ownHost.endsWith(`.${host}`)
}

/** Writes a block list that other servers can import. */
export function writeBlockList(hosts: readonly string[]): string {
  return `${header.join(",")}\n${hosts.map((host) => `${host},suspend,False,False,,False\n`).join("")}`
}

/** Writes a list of allowed hosts that other servers can import. */
export function writeAllowList(hosts: readonly string[]): string {
  return `#domain\n${hosts.map((host) => `${host}\n`).join("")}`
}
