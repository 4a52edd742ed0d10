import { domainToASCII } from "node:url"
import { parse } from "csv-parse/sync"
import { longestList, type Unlisted } from "./decision.ts"

export type HostList = {
  /** Each once, as it is stored. */
  hosts: string[]
  /** What was passed over, by the line it stands on. */
  unlisted: { line: number; what: string; why: Unlisted }[]
}

/** Hosts in a list. */
const mostHosts = 100_000

const header = ["#domain", "#severity", "#reject_media", "#reject_reports", "#public_comment", "#obfuscate"]

/**
 * A list of hosts as servers of the Fediverse export theirs: a table whose head names `#domain` and perhaps `#severity`, or
 * one host a line. Of a list of blocks only those that block wholly (`suspend`) count: nothing here is blocked by half.
 * @param ownHost which is passed over
 */
export function readHostList(text: string, ownHost: string): HostList {
  const [hosts, unlisted]: [Set<string>, HostList["unlisted"]] = [new Set(), []]
  if (text.length > longestList) return { hosts: [], unlisted: [{ line: 1, what: "", why: "too_many" }] }
  let columns = { domain: 0, severity: -1 }
  let isFirst = true
  for (const { record, line } of recordsOf(text)) {
    const names = record.map((cell) => cell.replace(/^#\s*/, "").toLowerCase())
    if (isFirst && names.includes("domain"))
      columns = { domain: names.indexOf("domain"), severity: names.indexOf("severity") }
    const isHead = isFirst && names.includes("domain")
    isFirst = false
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
    else if (hosts.size >= mostHosts && !hosts.has(host)) unlisted.push({ line, what, why: "too_many" })
    else hosts.add(host)
  }
  return { hosts: [...hosts], unlisted }
}

const form = { trim: true, relax_quotes: true, relax_column_count: true, skip_empty_lines: true } as const

/** The rows of a table, each with the line on which it ends. What is no table is read line by line. */
function recordsOf(text: string): { record: string[]; line: number }[] {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n")
  try {
    const rows = parse(plain, { ...form, info: true, max_record_size: 20_000 }) as unknown as {
      record: string[]
      info: { lines: number }
    }[]
    return rows.map(({ record, info }) => ({ record, line: info.lines }))
  } catch {
    return plain.split("\n").flatMap((one, at) => {
      const record = one.split(",").map((cell) => cell.trim().replaceAll('"', ""))
      return record[0] ? [{ record, line: at + 1 }] : []
    })
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
