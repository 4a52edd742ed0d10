import { useEffect, useRef, useState } from "react"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { solve } from "./solve.ts"

export type ProofState = "rest" | "working" | "done" | "failed"

/**
 * The proof that a human writes: a challenge that the device solves once the visitor begins to write, or a question to answer.
 */
export type Proof = {
  state: ProofState
  /** The solved challenge, as it is sent. */
  answer: string
  /** The question to answer instead; undefined until it is loaded. */
  question: Captcha["question"] | undefined
  /** Starts solving the challenge, once. */
  start(): Promise<boolean>
  /** Loads another challenge and question, because the last one is used up, wrong or expired. */
  renew(): Promise<void>
}

/** Milliseconds before its expiry from which a challenge is replaced rather than solved. */
const margin = 120_000

/**
 * Manages the proof of a form.
 * @param first the challenge that came with the page; others are loaded when needed
 */
export function useProof(first: Captcha | null): Proof {
  const [captcha, setCaptcha] = useState(first)
  const [state, setState] = useState<ProofState>("rest")
  const [answer, setAnswer] = useState("")
  const work = useRef<Promise<boolean>>(undefined)
  const stop = useRef<() => void>(undefined)
  const asked = useRef(0)
  useEffect(() => () => stop.current?.(), [])

  const isGood = (one: Captcha | null): one is Captcha => one !== null && Date.parse(one.expires) - Date.now() > margin
  const fetched = async () => {
    const mine = ++asked.current
    const next = await browserApi.get("/api/contact/captcha/")
    // The answer of an earlier request must not replace a question that the visitor already reads.
    if (mine === asked.current) setCaptcha(next)
    return next
  }
  const begin = async (): Promise<boolean> => {
    setState("working")
    try {
      const given = isGood(captcha) ? captcha : await fetched()
      const solving = solve(given)
      stop.current = solving.stop
      setAnswer(await solving.answer)
      setState("done")
      return true
    } catch {
      if (!isGood(captcha)) await fetched().catch(() => {})
      setState("failed")
      return false
    }
  }
  return {
    state,
    answer,
    question: captcha?.question,
    start() {
      const isOver = state === "done" && !isGood(captcha)
      if (isOver) setCaptcha(null)
      if (!work.current || isOver || state === "failed") work.current = begin()
      return work.current
    },
    async renew() {
      stop.current?.()
      work.current = undefined
      setAnswer("")
      setState("rest")
      await fetched().catch(() => setState("failed"))
    },
  }
}
