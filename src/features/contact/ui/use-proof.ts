import { useEffect, useRef, useState } from "react"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import { browserApi } from "#web/browser-api.ts"
import { solve } from "./solve.ts"

export type ProofState = "rest" | "working" | "done" | "failed"

/** What shows that somebody writes: worked out by the device as soon as one begins, or a question to answer. */
export type Proof = {
  state: ProofState
  /** What is sent of a solved challenge. */
  answer: string
  /** The question to answer instead; undefined until it was asked for. */
  question: Captcha["question"] | undefined
  /** Begins to work, once. */
  start(): Promise<boolean>
  /** Asks for another challenge and question: the last one is used, wrong or over. */
  renew(): Promise<void>
}

/** A challenge that is nearly over is not begun with. */
const margin = 120_000

/** @param first what the page brought along; asked for when it is needed otherwise */
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
    // A question that one is reading does not make way for one that was asked for before it.
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
