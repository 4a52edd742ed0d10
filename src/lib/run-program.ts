import { spawn } from "node:child_process"

export type ProgramLimits = {
  /** Running time after which it is killed. */
  seconds: number
  /** Largest address space. */
  megabytes: number
  /** Most bytes of standard output that are stored; a program that writes more is killed. */
  mostBytes: number
  /** Largest file it may write; none when left out. */
  fileMegabytes?: number
  /** Receives its standard output as it comes, instead of having it stored. */
  onOutput?: ((bytes: Uint8Array) => void) | undefined
}
export type ProgramResult = {
  /** Exit code: 0 on success, null when it was killed. */
  code: number | null
  output: Buffer
  /** Whether it was killed because it wrote too much. */
  isCut: boolean
  /** Whether it was killed because it took too long. */
  isTimedOut: boolean
  /** The end of its standard error. */
  said: string
}

/**
 * Runs a program of the machine with a list of arguments (without shell interpretation), at low priority, within limits of time,
 * memory and output, and without our environment variables. Returns undefined when the program is not installed.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { seconds, megabytes, mostBytes, fileMegabytes = 0, onOutput }: ProgramLimits,
): Promise<ProgramResult | undefined> {
  const script = `ulimit -v ${megabytes * 1024} 2>/dev/null; ulimit -t ${seconds} 2>/dev/null; ulimit -f ${fileMegabytes * 2048} 2>/dev/null; ulimit -c 0 2>/dev/null; exec nice -n 15 "$@"`
  const child = spawn("/bin/sh", ["-c", script, "sh", program, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C.UTF-8" },
  })
  let isTimedOut = false
  const timer = setTimeout(() => {
    isTimedOut = true
    child.kill("SIGKILL")
  }, seconds * 1000)
  const pieces: Buffer[] = []
  let [size, said, isCut] = [0, "", false]
  child.stdout.on("data", (bytes: Buffer) => {
    if (onOutput) return onOutput(bytes)
    if (size < mostBytes) pieces.push(bytes.subarray(0, mostBytes - size))
    size += bytes.length
    isCut = size > mostBytes
    if (isCut) child.kill("SIGKILL")
  })
  child.stderr.on("data", (bytes: Buffer) => {
    said = (said + bytes.toString("latin1")).slice(-8192)
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", resolve)
    })
    // 127 is the shell's exit code for a program that does not exist.
    return code === 127 ? undefined : { code, output: Buffer.concat(pieces), isCut, isTimedOut, said }
  } finally {
    clearTimeout(timer)
  }
}
