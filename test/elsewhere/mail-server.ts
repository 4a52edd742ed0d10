import { setTimeout as pause } from "node:timers/promises"
import { SMTPServer, type SMTPServerSession } from "smtp-server"

export type ReceivedMail = { source: string; to: string[] }

/** Starts a real mail server on this machine. `behave` may refuse a mail, or wait; `end` closes the server. */
export async function mailServer(
  behave: (nth: number, to: string) => Promise<Error | undefined> | Error | undefined = () => undefined,
) {
  const mails: ReceivedMail[] = []
  let seen = 0
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session: SMTPServerSession, done) {
      const parts: Buffer[] = []
      stream.on("data", (part: Buffer) => parts.push(part))
      stream.on("end", async () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const refused = await behave(++seen, to.join())
        if (!refused) mails.push({ source: Buffer.concat(parts).toString("utf8"), to })
        done(refused ?? null)
      })
    },
  })
  server.on("error", () => {})
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.server.address() as { port: number }
  return {
    mails,
    url: `smtp://127.0.0.1:${port}`,
    seen: () => seen,
    end: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}

/** Returns the error with which a mail server refuses a mail. */
export function smtpRefusal(code: number, words = "try again") {
  return Object.assign(new Error(words), { responseCode: code })
}

/** Waits until a condition holds, and returns its value. */
export async function until<T>(
  what: () => Promise<T | undefined | false> | T | undefined | false,
  seconds = 20,
): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(50)) {
    const found = await what()
    if (found) return found
  }
  throw new Error("it did not happen in time")
}
