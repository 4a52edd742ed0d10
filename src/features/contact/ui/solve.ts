import type { Captcha } from "#features/contact/captcha/representation.server.ts"

/** Solves a challenge in a worker; rejects where the browser cannot: no worker, no cryptography (it needs https), or too slow. */
export function solve({ challenge }: Pick<Captcha, "challenge">): { answer: Promise<string>; stop: () => void } {
  let stop = () => {}
  const answer = new Promise<string>((done, failed) => {
    const worker = new Worker(new URL("./solve.worker.ts", import.meta.url), { type: "module" })
    stop = () => {
      worker.terminate()
      failed(new Error("stopped"))
    }
    worker.addEventListener("error", () => {
      worker.terminate()
      failed(new Error("the worker failed"))
    })
    worker.addEventListener("message", ({ data }: MessageEvent<{ error?: unknown; derivedKey?: string } | null>) => {
      worker.terminate()
      if (data?.derivedKey) done(btoa(JSON.stringify({ challenge, solution: data })))
      else failed(new Error("not solved"))
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ type: "work", challenge, timeout: 60_000 })
  })
  return { answer, stop }
}
