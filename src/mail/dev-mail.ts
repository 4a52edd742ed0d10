import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Hono } from "hono"
import { html } from "hono/html"
import type { Config } from "#config/config.ts"
import { folderOf } from "./transport.ts"

const fileName = /^[\w.@+-]{1,250}\.eml$/

/** Serves /dev/mail: the mails written to files, newest first. Outside production only. */
export function devMail(config: Config) {
  const folder = folderOf(config)
  const read = async (file: string) =>
    fileName.test(file) ? readFile(join(folder, file), "utf8").catch(() => undefined) : undefined
  const page = (title: string, body: ReturnType<typeof html>) => html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`

  return new Hono()
    .get("/dev/mail", async (c) => {
      const files = (await readdir(folder).catch(() => []))
        .filter((file) => fileName.test(file))
        .sort()
        .reverse()
        .slice(0, 200)
      const mails = await Promise.all(files.map(async (file) => ({ file, ...parse((await read(file)) ?? "") })))
      c.header("Cache-Control", "no-store")
      return c.html(
        page(
          "Mails",
          html`<h1>Mails</h1>
            <p>Written to ${folder}, since SMTP_URL is not set.</p>
            <ul>
              ${mails.map((mail) => html`<li><a href="/dev/mail/${mail.file}">${mail.subject}</a> to ${mail.to} (<a href="/dev/mail/${mail.file}?html">HTML</a>)</li>`)}
            </ul>`,
        ),
      )
    })
    .get("/dev/mail/:file", async (c) => {
      const source = await read(c.req.param("file"))
      if (!source) return c.notFound()
      c.header("Cache-Control", "no-store")
      const mail = parse(source)
      if (c.req.query("html") !== undefined) {
        c.header(
          "Content-Security-Policy",
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-top-navigation-by-user-activation",
        )
        return c.html(withPictures(mail.html, source))
      }
      const parts = mail.text.split(/(https?:\/\/\S+)/)
      return c.html(
        page(
          mail.subject,
          html`<p><a href="/dev/mail">All mails</a></p>
            <h1>${mail.subject}</h1>
            <p>To ${mail.to}</p>
            <pre>${parts.map((part) => (/^https?:/.test(part) ? html`<a href="${part}">${part}</a>` : part))}</pre>`,
        ),
      )
    })
}

/** Replaces `cid:` references by the pictures attached to the mail. */
function withPictures(html: string, source: string) {
  return html.replaceAll(/cid:([\w.@-]+)/g, (name, cid: string) => {
    const at = source.indexOf(`<${cid}>`)
    const body = at < 0 ? -1 : source.indexOf("\r\n\r\n", at)
    const base64 = body < 0 ? undefined : /^[A-Za-z0-9+/=\r\n]+/.exec(source.slice(body + 4))?.[0]
    return base64 ? `data:image/png;base64,${base64.replaceAll(/\s/g, "")}` : name
  })
}

/** Parses the mails that our own transport writes: text and HTML as quoted-printable. */
export function parse(source: string) {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im").exec(source)?.[1]?.replaceAll(/\r\n[ \t]/g, " ")
  // With pictures there is a second boundary inside the first.
  const boundary = [...source.matchAll(/boundary="([^"]+)"/g)].map(([, one]) => one).join("|") || "=none="
  const part = (type: string) => {
    const found =
      new RegExp(
        `^Content-Type: text/${type}[\\s\\S]*?\\r\\n\\r\\n([\\s\\S]*?)(?:\\r\\n--(?:${boundary})|(?![\\s\\S]))`,
        "im",
      ).exec(source)?.[1] ?? ""
    return fromQuotedPrintable(found.replaceAll("=\r\n", ""))
  }
  return {
    subject: words(header("Subject") ?? ""),
    to: words(header("To") ?? ""),
    messageId: header("Message-ID") ?? "",
    text: part("plain"),
    html: part("html"),
  }
}

function fromQuotedPrintable(text: string) {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, "latin1").toString("utf8")
}

/** Decodes RFC 2047 encoded words. */
function words(header: string) {
  return header
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(text, "base64").toString("utf8")
        : fromQuotedPrintable(text.replaceAll("_", " ")),
    )
}
