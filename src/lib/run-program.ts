import { spawn } from "node:child_process"

export type Bounds = {
  /** It is killed after so long. */
  seconds: number
  /** Address space it may take. */
  megabytes: number
  /** Of what it writes to its standard output, so many bytes are kept; then it is stopped. */
  mostBytes: number
  /** How large a file that it writes may be; without it, it writes none. */
  fileMegabytes?: number
  /** Takes what it writes to its standard output as it comes; then nothing of it is kept. */
  onOutput?: ((bytes: Uint8Array) => void) | undefined
}
export type Ran = {
  /** As it ended: 0 when all went well, null when it was stopped. */
  code: number | null
  output: Buffer
  /** It would have written more. */
  isCut: boolean
  /** It was stopped because it took too long. */
  isTimedOut: boolean
  /** The end of what it complained about. */
  said: string
}

/**
 * Runs a program of the machine by its list of arguments (no shell reads them), at low priority, within bounds of time,
 * memory and output, and with nothing of our environment. Undefined when there is none.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { seconds, megabytes, mostBytes, fileMegabytes = 0, onOutput }: Bounds,
): Promise<Ran | undefined> {
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
    // What a shell answers for a program that is not there.
    return code === 127 ? undefined : { code, output: Buffer.concat(pieces), isCut, isTimedOut, said }
  } finally {
    clearTimeout(timer)
  }
}
