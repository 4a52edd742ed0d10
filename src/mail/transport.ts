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
  /** The pictures that the HTML references with `cid:`. */
  pictures?: Picture[]
  /** Recipient of replies, when it is not us. */
  replyTo?: { name: string; address: string }
  /** Permanent id of this mail: when it is sent again after a doubtful failure, it is recognised as the same one. */
  id: string
  headers?: Record<string, string>
}

/** Thrown when a mail was not accepted. The message has the code but no address, since errors are logged. */
export class MailNotTaken extends Error {
  override name = "MailNotTaken"
  /** True when trying again is useless, because the server said so (RFC 5321, 5xx). */
  readonly isFinal: boolean
  /** True when the mail may have been sent after all: the connection broke, or was silent for too long. */
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

/** Describes the error without the server's text, which may contain an address: `535 at AUTH PLAIN`, `ESOCKET`. */
function saidOf({ responseCode, code, command }: SmtpError) {
  const at =
    command && /^[A-Z]+( (PLAIN|LOGIN|CRAM-MD5|XOAUTH2))?$/.test(command) && command !== "CONN" ? ` at ${command}` : ""
  return `${responseCode ?? code ?? "unknown"}${at}`
}

/** Returns whether the connection or the greeting failed, so that the mail certainly did not leave. */
function isBeforeTheMail({ code = "", syscall, message = "" }: SmtpError) {
  return (
    syscall === "connect" ||
    /^(EDNS|ETLS|EAUTH|EENVELOPE|EMESSAGE|EOAUTH2)$/.test(code) ||
    /^(Connection timeout|Greeting never received)/.test(message)
  )
}

export type Mailer = {
  /** Sends a mail; throws MailNotTaken. */
  send(mail: Mail): Promise<void>
  /** Connects to the mail server and signs in; throws MailNotTaken. */
  verify?(): Promise<void>
  close(): void
}

const keptFiles = 500

/** Opens the mailer: SMTP, or files in DATA_DIR/mail without SMTP_URL. */
export function openMailer(config: Config): Mailer {
  const { hostname } = new URL(config.publicUrl)
  const from = { name: config.siteName, address: config.mailFrom ?? `no-reply@${hostname}` }
  const messageOf = async ({ to, replyTo, subject, text, html, pictures = [], id, headers }: Mail) => {
    const people = [to, ...(replyTo ? [replyTo] : [])].flatMap(({ name, address }) => [address, name ?? ""])
    refuseLineBreaks([...people, subject, id, ...Object.entries(headers ?? {}).flat()])
    return {
      from,
      // As an object, since a string would be parsed as a list of addresses.
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

/** Encodes a picture once for all the mails that contain it: the same poster may be in thousands. */
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

/** Returns the folder that mails are written to without SMTP. */
export function folderOf(config: Config) {
  return join(config.dataDir, "mail")
}

/** Deletes the mail files written for these addresses. */
export async function deleteMailsTo(config: Config, addresses: string[]): Promise<void> {
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

/** Returns an address as part of a file name. */
function fileMark(address: string) {
  return address
    .toLowerCase()
    .replaceAll(/[^a-z0-9.@+-]/g, "-")
    .slice(0, 100)
}

/** A line break in a header would start another header; values must have been refused long before this. */
function refuseLineBreaks(values: string[]) {
  // oxlint-disable-next-line no-control-regex
  if (values.some((value) => /[\u0000-\u001f\u007f]/.test(value)))
    throw new Error("a mail header holds a control character")
}
