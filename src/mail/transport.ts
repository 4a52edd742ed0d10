import { mkdir, readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import nodemailer from "nodemailer"
import MimeNode from "nodemailer/lib/mime-node"
import type { Config } from "#config/config.ts"
import type { Picture } from "./pictures.server.ts"

export type Mail = {
  to: { name?: string | undefined; address: string }
  subject: string
  text: string
  html: string
  /** Those the HTML names by `cid:`. */
  pictures?: Picture[]
  /** Whom an answer goes to, when that is not us. */
  replyTo?: { name: string; address: string }
  /** Names this mail for ever: sent again after a doubtful failure, it is recognised as the same one. */
  id: string
  headers?: Record<string, string>
}

/** A mail that was not taken. Says the code and no address, since errors are logged. */
export class MailNotTaken extends Error {
  override name = "MailNotTaken"
  /** True when trying again is of no use: the server said so (RFC 5321, 5xx). */
  readonly isFinal: boolean
  /** True when nobody knows whether it went out after all: the line broke, or was silent for too long. */
  readonly isDoubtful: boolean
  constructor(error: SmtpError) {
    super(`a mail was not taken: ${saidOf(error)}`)
    const isAboutUs = /^(AUTH|CONN|EHLO|HELO|STARTTLS)/.test(error.command ?? "")
    this.isFinal = (error.responseCode ?? 0) >= 500 && !isAboutUs
    this.isDoubtful = !error.responseCode && !isBeforeTheMail(error)
  }
}
type SmtpError = {
  code?: string
  originalCode?: string
  syscall?: string
  command?: string
  message?: string
  responseCode?: number
}

/** What went wrong, without what the server says, which may name an address: `535 at AUTH PLAIN`, `ESOCKET`. */
function saidOf({ responseCode, code, command }: SmtpError) {
  const at =
    command && /^[A-Z]+( (PLAIN|LOGIN|CRAM-MD5|XOAUTH2))?$/.test(command) && command !== "CONN" ? ` at ${command}` : ""
  return `${responseCode ?? code ?? "unknown"}${at}`
}

/** Nobody was there, or never said hello: the mail did not leave. */
function isBeforeTheMail({ code = "", syscall, message = "" }: SmtpError) {
  return (
    syscall === "connect" ||
    /^(EDNS|ETLS|EAUTH|EENVELOPE|EMESSAGE|EOAUTH2)$/.test(code) ||
    /^(Connection timeout|Greeting never received)/.test(message)
  )
}

export type Mailer = {
  /** Hands a mail over; throws MailNotTaken. */
  send(mail: Mail): Promise<void>
  /** Greets the mail server and signs in; throws MailNotTaken. */
  verify?(): Promise<void>
  close(): void
}

const keptFiles = 500

/** Mail by SMTP; without SMTP_URL, as files in DATA_DIR/mail. */
export function openMailer(config: Config): Mailer {
  const { hostname } = new URL(config.publicUrl)
  const from = { name: config.siteName, address: config.mailFrom ?? `no-reply@${hostname}` }
  const messageOf = async ({ to, replyTo, subject, text, html, pictures = [], id, headers }: Mail) => {
    const people = [to, ...(replyTo ? [replyTo] : [])].flatMap(({ name, address }) => [address, name ?? ""])
    refuseLineBreaks([...people, subject, id, ...Object.entries(headers ?? {}).flat()])
    return {
      from,
      // Never as a text, which would be read as a list of addresses.
      to: { name: to.name ?? "", address: to.address },
      subject,
      text,
      html,
      attachments: await Promise.all(pictures.map(async (one) => ({ cid: one.cid, raw: await partOf(one) }))),
      ...(replyTo ? { replyTo } : {}),
      messageId: `<${id}@${hostname}>`,
      headers: { "Auto-Submitted": "auto-generated", ...headers },
      textEncoding: "quoted-printable" as const,
      disableFileAccess: true,
      disableUrlAccess: true,
    }
  }
  if (!config.smtpUrl) return fileMailer(folderOf(config), messageOf)

  const transport = nodemailer.createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 45_000,
    dnsTimeout: 10_000,
  } as Parameters<typeof nodemailer.createTransport>[0])
  return {
    async send(mail) {
      const message = await messageOf(mail)
      await transport.sendMail(message).catch((error: SmtpError) => {
        throw new MailNotTaken(error)
      })
    },
    async verify() {
      await transport.verify().catch((error: SmtpError) => {
        throw new MailNotTaken(error)
      })
    },
    close: () => transport.close(),
  }
}

/**
 * A picture as it travels, encoded once for all the mails it is in: the same poster is in thousands.
 */
function partOf({ cid, png }: Picture): Promise<Buffer> {
  let part = parts.get(png)
  if (!part) {
    const node = new MimeNode("multipart/related").createChild("image/png", { newline: "windows" })
    node.setHeader({ "Content-ID": `<${cid}>`, "Content-Disposition": "inline", "Content-Transfer-Encoding": "base64" })
    parts.set(png, (part = node.setContent(png).build()))
  }
  return part
}
const parts = new WeakMap<Buffer, Promise<Buffer>>()

/** Where mails are written when nobody takes them. */
export function folderOf(config: Config) {
  return join(config.dataDir, "mail")
}

/** Forgets the mails written for these addresses. */
export async function forgetMailsTo(config: Config, addresses: string[]): Promise<void> {
  const folder = folderOf(config)
  const marks = addresses.map((address) => `_${fileMark(address)}_`)
  const files = (await readdir(folder).catch(() => [])).filter((file) => marks.some((mark) => file.includes(mark)))
  await Promise.all(files.map((file) => rm(join(folder, file), { force: true })))
}

function fileMailer(folder: string, messageOf: (mail: Mail) => Promise<object>): Mailer {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    async send(mail) {
      const { message } = await transport.sendMail(await messageOf(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replaceAll(/[:.]/g, "-")
      const name = `${time}_${fileMark(mail.to.address)}_${mail.id.replaceAll(/[^\w-]/g, "").slice(0, 60)}.eml`
      await writeFile(join(folder, name), message as Buffer, { mode: 0o600 })
      const files = (await readdir(folder)).filter((file) => file.endsWith(".eml")).sort()
      await Promise.all(files.slice(0, -keptFiles).map((file) => rm(join(folder, file), { force: true })))
    },
    close: () => transport.close(),
  }
}

/** An address in the name of a file. */
function fileMark(address: string) {
  return address
    .toLowerCase()
    .replaceAll(/[^a-z0-9.@+-]/g, "-")
    .slice(0, 100)
}

/** A line break in a header would begin another one: it must have been refused long before this. */
function refuseLineBreaks(values: string[]) {
  // oxlint-disable-next-line no-control-regex
  if (values.some((value) => /[\u0000-\u001f\u007f]/.test(value)))
    throw new Error("a mail header holds a control character")
}
