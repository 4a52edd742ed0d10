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
import { useFocusAfterRemoval } from "./focus-after-removal.ts"
import { useRemainingErrors } from "./remaining-errors.ts"

type FormState = { id: string; outcome: Outcome | undefined; isBusy: boolean }
const FormContext = createContext<FormState>({ id: "", outcome: undefined, isBusy: false })

/** The initial values of an editor's fields, by name (web/editing/edit-form.tsx). */
export const InitialValuesContext = createContext<Readonly<Record<string, string>>>({})

/** Values put into a form other than by typing, and how many times each section has been filled so. */
export type Refill = { fields: Readonly<Record<string, string>>; rounds: Readonly<Record<string, number>> }
type Refilled = { rounds: Refill["rounds"]; isFresh: boolean }
const RefillContext = createContext<Refilled>({ rounds: {}, isFresh: false })

/** Makes the fields in it start with the values that were put into the form, until the form's next answer. */
export function Refilling({ refill, children }: { refill: Refill | undefined; children: ReactNode }) {
  const form = useContext(FormContext)
  const begun = useContext(InitialValuesContext)
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
      <InitialValuesContext value={refill?.fields ?? begun}>
        <FormContext value={state}>{children}</FormContext>
      </InitialValuesContext>
    </RefillContext>
  )
}

/**
 * Returns how many times a section was filled other than by typing, which serves as its key, and whether its fields start with
 * those values.
 */
export function useRefilled(section: string): { round: number; isFresh: boolean } {
  const { rounds, isFresh } = useContext(RefillContext)
  return { round: rounds[section] ?? 0, isFresh }
}

/** Two presses within this time count as one (milliseconds). */
const quickPress = 1000

type FormProps<Given> = {
  /** Name of the form, unique on the page. */
  name: string
  /** Page whose action receives it, without prefix; this page when absent. */
  action?: string
  className?: string
  children: ReactNode | ((state: { outcome: Outcome<Given> | undefined; isBusy: boolean }) => ReactNode)
  /** Shown above its fields when it was refused: « Échec de l’inscription. » */
  failure?: string
  /** Whether its result is also shown elsewhere on the page, with `useFormAnswer(name)`; its name is unique then. */
  isShared?: boolean
  /** Whether it is emptied after success: a form that adds, or that takes passwords. */
  isEmptiedWhenDone?: boolean
  onDone?: (outcome: Outcome<Given>) => void
  /** A form that is only a button: its notices are toasts, or appear where `<FormNotices>` or `<FormErrors>` is placed. */
  isBare?: boolean
  /** Whether it contains files; its handler must accept them: `forms({ … }, { hasFiles: true })`. */
  hasFiles?: boolean
}

/**
 * A form that works before script arrives and without it; with script, it is sent in place and its input stays. Errors are summed
 * up above it and shown beside the fields, and the first of those gets the focus.
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
  /** The busy state is rendered only a moment after the press, and a second quick press would be sent as well. */
  const pressedAt = useRef(-Infinity)
  /** Whether something was typed while the form was being sent: it is the beginning of the next input. */
  const isTypedMeanwhile = useRef(false)
  const arrived = fetcher.data ?? (sent?.form === name ? sent : undefined)
  const outcome = useRemainingErrors(form, arrived)
  const isBusy = fetcher.state !== "idle"
  const state = useMemo(() => ({ id, outcome, isBusy }), [id, outcome, isBusy])

  useEffect(() => {
    if (!isBusy) pressedAt.current = -Infinity
  }, [arrived, isBusy])
  useEffect(() => {
    if (!arrived || arrived.isDone) return
    // Together with the error messages: a later focus would be taken from the field the user has moved to by then.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) focusField(wrong)
  }, [arrived])
  useEffect(() => {
    if (!arrived?.isDone || isBusy) return
    if (isEmptiedWhenDone && !isTypedMeanwhile.current) form.current?.reset()
    onDone?.(arrived)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each outcome
  }, [arrived, isBusy])

  useFocusAfterRemoval(form)

  return (
    <FormContext value={state}>
      <fetcher.Form
        ref={form}
        method="post"
        noValidate
        // Busy buttons refuse presses themselves, but Enter in a field presses none of them.
        onSubmit={(press) => {
          const { current: before } = pressedAt
          if (isBusy || press.timeStamp - before < quickPress) press.preventDefault()
          else {
            pressedAt.current = press.timeStamp
            isTypedMeanwhile.current = false
          }
        }}
        onInput={() => (isTypedMeanwhile.current = true)}
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
 * Returns the result of a shared form of this page, for as long as the page stays, even when the form itself has been replaced by
 * the result; and a function to forget it.
 */
export function useFormAnswer<Given>(name: string): [given: Given | undefined, forget: () => void] {
  const { data, reset } = useFetcher<Outcome<Given>>({ key: name })
  const sent = useActionData<Outcome<Given>>()
  const outcome = data ?? (sent?.form === name ? sent : undefined)
  return [outcome?.isDone ? outcome.given : undefined, reset]
}

/** Returns the outcome of the surrounding form, and whether it is being sent. */
export function useFormState(): { outcome: Outcome | undefined; isBusy: boolean } {
  return useContext(FormContext)
}

/** Returns the props of a field of this form: id, name, typed value and error. */
export function useField(name: string, otherwise?: string) {
  const { id, outcome } = useContext(FormContext)
  const begun = useContext(InitialValuesContext)
  const typed = outcome?.isDone === false ? outcome.values[name] : begun[name]
  return {
    id: `${id}-${name}`,
    name,
    defaultValue: typed ?? otherwise,
    error: outcome?.fields[name],
  }
}

/** A button that sends the form and keeps its place and focus meanwhile. */
export function Submit(props: Omit<ComponentProps<typeof Button>, "type" | "isBusy">) {
  const { isBusy } = useContext(FormContext)
  return <Button {...props} type="submit" isBusy={isBusy} />
}

/** Shows the notices of a form inside the page, when no script could show them as toasts. */
export function FormNotices({ of }: { of?: Outcome | undefined }) {
  const { outcome = of } = useContext(FormContext)
  if (!outcome || outcome.isSaid) return null
  return outcome.notices.map(({ type, message }) => (
    <Note key={message} type={type} role={type === "error" ? "alert" : "status"}>
      <p>{message}</p>
    </Note>
  ))
}

/** Shows the summary of errors, or the other notices of the form. */
export function FormErrors({ failure }: { failure?: string | undefined }) {
  const t = useMessages()
  const { id, outcome } = useContext(FormContext)
  if (!outcome || outcome.isDone) return <FormNotices />
  // The token of a mailed link is not a field that anyone could correct.
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
