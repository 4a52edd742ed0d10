import { Readable } from "node:stream"
import { domainToASCII } from "node:url"
import { CsvError, parse } from "csv-parse"
import { yieldingRegularly } from "#lib/yielding.server.ts"
import { longestList, type Unlisted } from "./decision.ts"

export type HostList = {
  /** Each once, as it is stored. */
  hosts: string[]
  /** What was passed over, by the line it stands on. */
  unlisted: { line: number; what: string; why: Unlisted }[]
  /** How many lines that were, those included that are too many to be named. */
  passedOver: number
}

/** Lines of a list that are read. */
const mostLines = 100_000

const header = ["#domain", "#severity", "#reject_media", "#reject_reports", "#public_comment", "#obfuscate"]

/**
 * A list of hosts as servers of the Fediverse export theirs: a table whose head names `#domain` and perhaps `#severity`, or
 * one host a line. Of a list of blocks only those that block wholly (`suspend`) count: nothing here is blocked by half.
 * Others have their turn while it is read.
 * @param ownHost which is passed over
 */
export async function readHostList(text: string, ownHost: string): Promise<HostList> {
  const plain = text.replace(/^\uFEFF/, "")
  // Without quotes a table is its lines.
  if (plain.length > longestList) return listOf(rowsOfLines(plain), ownHost, 0)
  if (!plain.includes('"')) return listOf(rowsOfLines(plain), ownHost)
  try {
    return await listOf(rowsOfTable(plain), ownHost)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What is no table is read line by line.
    return listOf(rowsOfLines(plain), ownHost)
  }
}

/** A row of a table, with the line on which it ends. */
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
    // A remark of whoever made the list.
    if (isHead || said.startsWith("#")) continue
    const what = said.slice(0, 300)
    const host = hostFrom(said)
    const severity = columns.severity < 0 ? "suspend" : (record[columns.severity] ?? "").toLowerCase()
    if (severity !== "suspend") unlisted.push({ line, what, why: "other_severity" })
    else if (/[*?]/.test(said.replace(/^\*\./, ""))) unlisted.push({ line, what, why: "obfuscated" })
    else if (host === undefined) unlisted.push({ line, what, why: "no_host" })
    else if (isOwnHost(host, ownHost)) unlisted.push({ line, what, why: "own_host" })
    else hosts.add(host)
  }
  return { hosts: [...hosts], unlisted, passedOver: unlisted.length + Math.max(0, tooMany - 1) }
}

/** Characters of a line that are looked at. */
const longestLine = 20_000

const form = { trim: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const

/** Characters that are parsed in some milliseconds. */
const atOnce = 4096

async function* piecesOf(text: string): AsyncGenerator<string> {
  const turn = yieldingRegularly()
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = from + atOnce
    await turn()
    // The end of a line is not cut in two.
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
 * A host as it is stored: lower case, in ASCII, with a port if it has one. `*.example.org` is `example.org`, with which all
 * below it go. Undefined for what is no host of the internet.
 */
export function hostFrom(name: string): string | undefined {
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

/** Nobody decides about their own instance, nor about the domain it is below. */
export function isOwnHost(host: string, ownHost: string): boolean {
  return host === ownHost || ownHost.endsWith(`.${host}`)
}

/** A list of blocks as other servers import it. */
export function writeBlockList(hosts: readonly string[]): string {
  return `${header.join(",")}\n${hosts.map((host) => `${host},suspend,False,False,,False\n`).join("")}`
}

/** A list of hosts that are allowed, likewise. */
export function writeAllowList(hosts: readonly string[]): string {
  return `#domain\n${hosts.map((host) => `${host}\n`).join("")}`
}
