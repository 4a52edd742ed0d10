import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react"
import { useActionData, useFetcher } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { ErrorLinks, ErrorSummary } from "#ui/fields/error-summary.tsx"
import { Note } from "#ui/note.tsx"
import { focusField } from "#ui/reveal.ts"
import type { Outcome } from "./form.ts"
import { useMended } from "./mended.ts"

type FormState = { id: string; outcome: Outcome | undefined; isBusy: boolean }
const FormContext = createContext<FormState>({ id: "", outcome: undefined, isBusy: false })

/** What the fields of an editor begin with, by name (web/editing/edit-form.tsx). */
export const BegunContext = createContext<Readonly<Record<string, string>>>({})

/** What was put into a form from elsewhere than the keyboard: its fields, and which sections begin anew how often. */
export type Refill = { fields: Readonly<Record<string, string>>; rounds: Readonly<Record<string, number>> }
type Refilled = { rounds: Refill["rounds"]; isFresh: boolean }
const RefillContext = createContext<Refilled>({ rounds: {}, isFresh: false })

/** Lets the fields in it begin with what was put into the form, until an answer says otherwise. */
export function Refilling({ refill, children }: { refill: Refill | undefined; children: ReactNode }) {
  const form = useContext(FormContext)
  const begun = useContext(BegunContext)
  const values = form.outcome?.values
  const [over, setOver] = useState({ refill, values })
  if (over.refill !== refill) setOver({ refill, values })
  const isFresh = refill !== undefined && over.values === values
  const state = useMemo(
    () => (isFresh && form.outcome ? { ...form, outcome: { ...form.outcome, values: refill.fields } } : form),
    [isFresh, form, refill],
  )
  const refilled = useMemo(() => ({ rounds: refill?.rounds ?? {}, isFresh }), [refill, isFresh])
  return (
    <RefillContext value={refilled}>
      <BegunContext value={refill?.fields ?? begun}>
        <FormContext value={state}>{children}</FormContext>
      </BegunContext>
    </RefillContext>
  )
}

/** How often a section was filled from elsewhere: its key. And whether what the fields begin with is just that. */
export function useRefilled(section: string): { round: number; isFresh: boolean } {
  const { rounds, isFresh } = useContext(RefillContext)
  return { round: rounds[section] ?? 0, isFresh }
}

/** Two presses within this time are one (milliseconds). */
const quickPress = 1000

type FormProps<Given> = {
  /** Its name among the forms of the page. */
  name: string
  /** The page whose action it is for, without prefix; this page when absent. */
  action?: string
  className?: string
  children: ReactNode | ((state: { outcome: Outcome<Given> | undefined; isBusy: boolean }) => ReactNode)
  /** Above its fields when something has to be looked at again: « Échec de l’inscription. » */
  failure?: string
  /** What it gives is shown elsewhere on the page too, by `useGiven(name)`; there is one form of this name. */
  isShared?: boolean
  /** Emptied once it went well: a form that adds, or that takes passwords. */
  isEmptiedWhenDone?: boolean
  onDone?: (outcome: Outcome<Given>) => void
  /** One that only has a button: its notices are toasts, or stand where `<FormNotices>` or `<FormErrors>` is put. */
  isBare?: boolean
  /** It takes files; so does its handler: `forms({ … }, { hasFiles: true })`. */
  hasFiles?: boolean
}

/**
 * A form of ours. It works before script arrives and without it; with it, it is sent in place and what was typed stays.
 * What went wrong is summed up above it, stands beside its fields, and the first of those has the focus.
 */
export function Form<Given = unknown>({
  name,
  action,
  className = "form",
  children,
  failure,
  isEmptiedWhenDone = false,
  isShared = false,
  onDone,
  isBare = false,
  hasFiles = false,
}: FormProps<Given>) {
  const id = useId()
  const fetcher = useFetcher<Outcome<Given>>(isShared ? { key: name } : {})
  const sent = useActionData<Outcome<Given>>()
  const form = useRef<HTMLFormElement>(null)
  /** What is busy is drawn a moment after the press: a second press, as quick, would be sent as well. */
  const pressedAt = useRef(-Infinity)
  const arrived = fetcher.data ?? (sent?.form === name ? sent : undefined)
  const outcome = useMended(form, arrived)
  const isBusy = fetcher.state !== "idle"
  const state = useMemo(() => ({ id, outcome, isBusy }), [id, outcome, isBusy])

  useEffect(() => {
    if (!isBusy) pressedAt.current = -Infinity
  }, [arrived, isBusy])
  useEffect(() => {
    if (!arrived || arrived.isDone) return
    // With the words that say so: a moment later the focus would be taken from the field somebody has gone to by then.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) focusField(wrong)
  }, [arrived])
  useEffect(() => {
    if (!arrived?.isDone || isBusy) return
    if (isEmptiedWhenDone) form.current?.reset()
    onDone?.(arrived)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each outcome
  }, [arrived, isBusy])

  return (
    <FormContext value={state}>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        // Its buttons say so themselves; Enter in a field presses none of them.
        onSubmit={(press) => {
          const { current: before } = pressedAt
          if (isBusy || press.timeStamp - before < quickPress) press.preventDefault()
          else pressedAt.current = press.timeStamp
        }}
        className={className}
        {...(hasFiles ? { encType: "multipart/form-data" as const } : {})}
        {...(action === undefined ? {} : { action })}
      >
        <input type="hidden" name="form" value={name} />
        {!isBare && <FormErrors failure={failure} />}
        {typeof children === "function" ? children({ outcome, isBusy }) : children}
      </fetcher.Form>
    </FormContext>
  )
}

/**
 * What a shared form of this page gave, for as long as the page stays, even when the form itself has made way for what
 * came of it; and how to forget it.
 */
export function useFormAnswer<Given>(name: string): [given: Given | undefined, forget: () => void] {
  const { data, reset } = useFetcher<Outcome<Given>>({ key: name })
  const sent = useActionData<Outcome<Given>>()
  const outcome = data ?? (sent?.form === name ? sent : undefined)
  return [outcome?.isDone ? outcome.given : undefined, reset]
}

/** What came of the form around, and whether it is on its way. */
export function useFormState(): { outcome: Outcome | undefined; isBusy: boolean } {
  return useContext(FormContext)
}

/** What a field of this form needs: its id and name, what was typed, what is wrong with it. */
export function useField(name: string, otherwise?: string) {
  const { id, outcome } = useContext(FormContext)
  const begun = useContext(BegunContext)
  const typed = outcome?.isDone === false ? outcome.values[name] : begun[name]
  return {
    id: `${id}-${name}`,
    name,
    defaultValue: typed ?? otherwise,
    error: outcome?.fields[name],
  }
}

/** Sends the form; keeps its place and its focus while that goes on. */
export function Submit(props: Omit<ComponentProps<typeof Button>, "type" | "isBusy">) {
  const { isBusy } = useContext(FormContext)
  return <Button {...props} type="submit" isBusy={isBusy} />
}

/** What came of a form, as notes inside the page: for when no script could show them as notices. */
export function FormNotices({ of }: { of?: Outcome | undefined }) {
  const { outcome = of } = useContext(FormContext)
  if (!outcome || outcome.isSaid) return null
  return outcome.notices.map(({ type, message }) => (
    <Note key={message} type={type} role={type === "error" ? "alert" : "status"}>
      <p>{message}</p>
    </Note>
  ))
}

/** What has to be looked at again, summed up; or what else came of the form. */
export function FormErrors({ failure }: { failure?: string | undefined }) {
  const t = useMessages()
  const { id, outcome } = useContext(FormContext)
  if (!outcome || outcome.isDone) return <FormNotices />
  // The token of a mailed link is no field that anyone could fill in again.
  const { token, ...fields } = outcome.fields
  const errors = Object.entries(fields).map(([name, [message = ""]]) => ({ id: `${id}-${name}`, message }))
  if (!failure) {
    return (
      <>
        {errors.length === 0 && <FormNotices />}
        <ErrorSummary errors={errors} />
      </>
    )
  }
  return (
    <Note type="error" role="alert">
      <p>
        <strong>{failure}.</strong>{" "}
        {errors.length > 0
          ? t("fields.again", { count: errors.length })
          : (token?.join(" ") ?? outcome.notices[0]?.message)}
      </p>
      {errors.length > 1 && <ErrorLinks errors={errors} />}
    </Note>
  )
}
