import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { useActionData } from "react-router"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import type { Outcome } from "#web/editing/form.ts"
import { type Proof, useProof } from "./use-proof.ts"

/** The props of the challenge's fields (`CaptchaFields`), and whether the form waits for the solution. */
export type ProofControls = { proof: Proof; isQuestion: boolean; isWaiting: boolean; onAsk: (isAsked: boolean) => void }

type ProvingProps = {
  /** Name of the form among the forms of the page. */
  form: string
  captcha: Captcha | null
  box?: RefObject<HTMLDivElement | null>
  children: (proven: ProofControls) => ReactNode
}

/** Wraps a form that is open to visitors without an account: it is only submitted with a proof that a human writes. */
export function ProofGate({ form, captcha, box: given, children }: ProvingProps) {
  const proof = useProof(captcha)
  const [isWaiting, setWaiting] = useState(false)
  // The form was submitted without script and came back: the question is the method that certainly works.
  const sent = useActionData<Outcome>()
  const [isAsked, setAsked] = useState(sent?.form === form && !sent.isDone && !sent.isSaid)
  const own = useRef<HTMLDivElement>(null)
  const box = given ?? own
  const isQuestion = isAsked || proof.state === "failed"

  /** Whether a submission waits for the solution. */
  const isHeld = useRef(false)
  // Holds the submission until the device has solved the challenge; the form is then submitted automatically.
  const hold = (sent: FormEvent<HTMLDivElement>) => {
    if (isQuestion || (proof.state === "done" && !isWaiting)) return
    sent.preventDefault()
    sent.stopPropagation()
    if (isWaiting) return
    isHeld.current = true
    setWaiting(true)
    void proof.start().then(() => setWaiting(false))
  }
  useEffect(() => {
    // The end of the wait may be rendered before the solution: what is held stays so until there is one, or none will come.
    if (!isHeld.current || isWaiting || (proof.state !== "done" && proof.state !== "failed")) return
    isHeld.current = false
    if (proof.state === "done") box.current?.querySelector("form")?.requestSubmit()
  }, [isWaiting, proof.state, box])

  return (
    <div
      ref={box}
      onSubmitCapture={hold}
      // Focusing the button that asks for a question must not start the challenge.
      onFocusCapture={({ target }) =>
        proof.state === "rest" && !isAsked && !target.closest("[data-instead]") && void proof.start()
      }
    >
      {children({ proof, isQuestion, isWaiting, onAsk: setAsked })}
    </div>
  )
}
