import { spawn } from "node:child_process"

/**
 * What one run may take: address space (KB), and the size of a file it writes (blocks of 512 bytes). A sound needs a
 * tenth of it; what asks for more is an attack.
 */
const bounds = "ulimit -v 1500000 2>/dev/null; ulimit -f 4000000 2>/dev/null"
const keptOfErrors = 8192

/** The program failed or was stopped; `isTimedOut` says which. */
export class ProgramFailed extends Error {
  readonly isTimedOut: boolean
  constructor(message: string, isTimedOut: boolean) {
    super(message)
    this.name = "ProgramFailed"
    this.isTimedOut = isTimedOut
  }
}

type Run = {
  /** It is killed after so long. */
  seconds: number
  onOutput?: (bytes: Uint8Array) => void
}

/**
 * Runs ffmpeg by its list of arguments (no shell reads them), at low priority, within bounds of memory, size and time,
 * and with nothing of our environment. It opens files and no address. Returns what it said, the last of it.
 */
export async function ffmpeg(program: string, args: readonly string[], { seconds, onOutput }: Run): Promise<string> {
  const before = ["-nostdin", "-hide_banner", "-nostats", "-protocol_whitelist", "file,pipe"]
  const script = `${bounds}; exec nice -n 15 "$@"`
  const child = spawn("/bin/sh", ["-c", script, "sh", program, ...before, ...args], {
    stdio: ["ignore", onOutput ? "pipe" : "ignore", "pipe"],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" },
  })
  let said = ""
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    child.kill("SIGKILL")
  }, seconds * 1000)
  child.stderr?.on("data", (bytes: Buffer) => {
    said = (said + bytes.toString("latin1")).slice(-keptOfErrors)
  })
  if (onOutput) child.stdout?.on("data", onOutput)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", resolve)
    })
    if (code !== 0) throw new ProgramFailed(`ffmpeg ended with ${code}: ${said.slice(-500)}`, isTimedOut)
    return said
  } finally {
    clearTimeout(timer)
  }
}

const found = new Map<string, Promise<boolean>>()

/** Is there such a program? Asked once for as long as the process lives. */
export function hasFfmpeg(program: string): Promise<boolean> {
  const asked = found.get(program) ?? (program === "none" ? Promise.resolve(false) : starts(program))
  found.set(program, asked)
  return asked
}

function starts(program: string) {
  return new Promise<boolean>((resolve) => {
    const child = spawn(program, ["-version"], { stdio: "ignore" })
    child.once("error", () => resolve(false))
    child.once("close", (code) => resolve(code === 0))
  })
}
