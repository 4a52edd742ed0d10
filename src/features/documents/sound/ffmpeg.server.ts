import { spawn } from "node:child_process"
import { runProgram } from "#lib/run-program.ts"

/** The limits of one run; a sound needs a tenth of them, so a file that needs more is an attack. */
const bounds = { megabytes: 1500, fileMegabytes: 2000, mostBytes: 0 }

/** A failure of ffmpeg; `isTimedOut` tells whether it was stopped at its time limit. */
export class ProgramFailed extends Error {
  readonly isTimedOut: boolean
  constructor(message: string, isTimedOut: boolean) {
    super(message)
    this.name = "ProgramFailed"
    this.isTimedOut = isTimedOut
  }
}

type Run = {
  /** Seconds after which it is killed. */
  seconds: number
  onOutput?: (bytes: Uint8Array) => void
}

/** Runs ffmpeg within its limits, with access to files but not to addresses. Returns the end of its output. */
export async function ffmpeg(program: string, args: readonly string[], { seconds, onOutput }: Run): Promise<string> {
  const before = ["-nostdin", "-hide_banner", "-nostats", "-protocol_whitelist", "file,pipe"]
  const ran = await runProgram(program, [...before, ...args], { ...bounds, seconds, onOutput })
  if (ran?.code !== 0)
    throw new ProgramFailed(`ffmpeg ended with ${ran?.code}: ${ran?.said.slice(-500)}`, ran?.isTimedOut ?? false)
  return ran.said
}

const found = new Map<string, Promise<boolean>>()

/** Tells whether the program can be run; checked once per process. */
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
