import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { useActionData } from "react-router"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import type { Outcome } from "#web/editing/form.ts"
import { type Proof, useProof } from "./use-proof.ts"

/** What the fields of a challenge need to know (`CaptchaFields`), and whether the form waits for it. */
export type Proven = { proof: Proof; isQuestion: boolean; isWaiting: boolean; onAsk: (isAsked: boolean) => void }

type ProvingProps = {
  /** Its name among the forms of the page. */
  form: string
  captcha: Captcha | null
  box?: RefObject<HTMLDivElement | null>
  children: (proven: Proven) => ReactNode
}

/** Around a form of somebody who need not be signed in: nothing is sent before it is shown that somebody writes. */
export function Proving({ form, captcha, box: given, children }: ProvingProps) {
  const proof = useProof(captcha)
  const [isWaiting, setWaiting] = useState(false)
  // Sent without script and come back: the question is what works for sure.
  const sent = useActionData<Outcome>()
  const [isAsked, setAsked] = useState(sent?.form === form && !sent.isDone && !sent.isSaid)
  const own = useRef<HTMLDivElement>(null)
  const box = given ?? own
  const isQuestion = isAsked || proof.state === "failed"

  // Nothing is sent before the device is done; then it goes by itself.
  const hold = (sent: FormEvent<HTMLDivElement>) => {
    if (isQuestion || (proof.state === "done" && !isWaiting)) return
    sent.preventDefault()
    sent.stopPropagation()
    if (isWaiting) return
    setWaiting(true)
    void proof.start().then(() => setWaiting(false))
  }
  const isReady = useRef(false)
  useEffect(() => {
    const wasWaiting = isReady.current
    isReady.current = isWaiting
    if (wasWaiting && !isWaiting && proof.state === "done") box.current?.querySelector("form")?.requestSubmit()
  }, [isWaiting, proof.state, box])

  return (
    <div
      ref={box}
      onSubmitCapture={hold}
      // Whoever would rather answer a question does not begin the other way by pressing for it.
      onFocusCapture={({ target }) =>
        proof.state === "rest" && !isAsked && !target.closest("[data-instead]") && void proof.start()
      }
    >
      {children({ proof, isQuestion, isWaiting, onAsk: setAsked })}
    </div>
  )
}
