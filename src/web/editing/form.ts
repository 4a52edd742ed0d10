import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { MessageType } from "#ui/note.tsx"
import { notifyOf } from "#ui/overlays/notifications.ts"
import type { Api, Failure } from "../api.ts"
import { browserApi, ofForm } from "../browser-api.ts"
import { inLanguagePath } from "../paths.ts"
import { problemOf } from "../problems.ts"
import { readForm, readFormWithFile } from "./read-form.ts"
import { pageRequest } from "../request.ts"
import { askToSignIn, currentUser, needsSignIn, sessionChanged } from "../session.ts"
import { documentWords } from "../words.ts"

// Forms work before script, without it and with it (docs/decisions/0008-forms.md): one function handles a form, `action`
// runs it on the server and `clientAction` in the browser, each with its own way to the API.

/** What a form is handled with, on both sides. */
export type FormArguments<Params = Record<string, string>> = {
  api: Api
  /** What was filled in: `values.get("email")`, `values.getAll("notify")`. */
  values: Values
  /** A file that was chosen, of a form that takes files (`hasFiles`). */
  file(name: string): File | undefined
  params: Params
  url: URL
  t: Messages
}

/** What came of a form that went well. */
export type Done<Given = unknown> = {
  /** Said as a success, or as information. */
  notice?: { type?: MessageType; message: string }
  /** For the page to show, this once. */
  given?: Given
  /** Where to go on: a page of ours, without language prefix; of a form that loads a document, an address elsewhere too. */
  to?: string
  /** In which language to go on, when it is another one now. */
  language?: Language
  /** Whether it is somebody else who is signed in now, or nobody. */
  session?: "changed" | "cleared"
  /** `Set-Cookie`, which the server sends and the browser sets. None that are HttpOnly. */
  cookie?: string
}
type Handler<Params> = (args: FormArguments<Params>) => Promise<Done>

/** What came of a form, as the page is told. */
export type Outcome<Given = unknown> = {
  /** Which form of the page. */
  form: string
  isDone: boolean
  /** What is wrong, beside each field. */
  fields: Record<string, string[]>
  /** What the client may branch on. */
  code: string | undefined
  /** What was typed, for the fields to keep; passwords and codes are not sent back. */
  values: Record<string, string>
  notices: { type: MessageType; message: string }[]
  /** From the browser: its notices were shown. Otherwise the page shows them in itself. */
  isSaid: boolean
  given?: Given | undefined
}

type ActionArguments<Params> = { params: Params; request: Request; context: Readonly<RouterContextProvider> }

type FormOptions = {
  /** They take files. */
  hasFiles?: boolean
  /** They are for who is signed in: of others nothing that was sent is read further. */
  isForUser?: boolean
  /** What is wrong with fields stands beside them and in a summary, in all forms or in these: no notice repeats that something is. */
  saysOnce?: true | ReadonlySet<string>
  /** These stand in a dialog: whatever went wrong is said in the form itself, not by a notice beside the dialog. */
  inDialog?: ReadonlySet<string>
}

/**
 * The forms of a page, by the name that their hidden field `form` carries; `server` is for the route's `action`, `client`
 * for its `clientAction`. What a handler throws of a failed call becomes the outcome, as specification §8 has it.
 */
export function forms<Params>(
  handlers: Record<string, Handler<Params>>,
  { hasFiles = false, isForUser = false, saysOnce, inDialog }: FormOptions = {},
) {
  const handle = async (args: FormArguments<Params>, side: Side, refusal?: Failure) => {
    const form = args.values.get("form") ?? ""
    const handler = Object.hasOwn(handlers, form) ? handlers[form] : undefined
    if (!handler) throw data({ detail: undefined, code: undefined }, { status: 400 })
    try {
      if (refusal) throw data(refusal, { status: 403 })
      return side.done(form, await (side.isBrowser ? ofForm(() => handler(args)) : handler(args)), args.url.pathname)
    } catch (error) {
      const problem = problemOf(error, args.t)
      if (!problem) throw error
      const outcome: Outcome = {
        form,
        isDone: false,
        fields: problem.fields,
        code: problem.code,
        values: keepable(args.values),
        notices: problem.notices
          .filter(
            (message) =>
              !(saysOnce === true || saysOnce?.has(form)) ||
              Object.keys(problem.fields).length === 0 ||
              message !== args.t("errors.validation"),
          )
          .map((message) => ({ type: "error", message })),
        isSaid: side.isBrowser && !inDialog?.has(form),
      }
      return side.failed(outcome, problem.status, args.url.pathname)
    }
  }

  return {
    server: async ({ params, request, context }: ActionArguments<Params>) => {
      // Browsers are sent nothing of what follows.
      if (!import.meta.env.SSR) return
      const { api, messages, site, viewer, isFromHere, refusalOf } = context.get(pageRequest)
      // Calls are refused so too (http/security/gate.ts), but what was sent is often worked on before the first of them.
      const code = !isFromHere ? "csrf_failed" : isForUser && !viewer ? "sign_in_needed" : undefined
      const refusal = code && refusalOf(code)
      const sent = hasFiles ? await readFormWithFile(request, viewer !== null && !refusal) : await readForm(request)
      const args = { api, ...read(sent), params, url: new URL(request.url), t: messages }
      return handle(args, onServer(site.url), refusal)
    },
    client: async ({ params, request }: Omit<ActionArguments<Params>, "context">) => {
      const sent = read(await request.formData())
      return handle({ api: browserApi, ...sent, params, url: new URL(request.url), t: documentWords() }, inBrowser)
    },
  }
}

type Side = {
  isBrowser: boolean
  done(form: string, done: Done, about: string): unknown
  failed(outcome: Outcome, status: number, about: string): unknown
}

const inBrowser: Side = {
  isBrowser: true,
  done(form, done, about) {
    if (done.cookie) document.cookie = done.cookie // oxlint-disable-line unicorn/no-document-cookie
    if (done.session) sessionChanged(done.session)
    // What went wrong before went well now.
    notifyOf(about, done.notice && { type: "success", ...done.notice })
    return done.to === undefined ? outcomeOf(form, done, true) : goTo(done, location.origin)
  },
  failed(outcome, status, about) {
    if (outcome.isSaid) notifyOf(about, ...outcome.notices)
    // The session is over: what was typed stays under the way in, and is sent again.
    if (currentUser() && needsSignIn(outcome.code)) askToSignIn()
    return data(outcome, { status: status || 502 }) // with a status of refusal nothing on screen is asked for again
  },
}

function onServer(site: string): Side {
  return {
    isBrowser: false,
    done(form, done) {
      const headers: Record<string, string> = done.cookie ? { "Set-Cookie": done.cookie } : {}
      return done.to === undefined
        ? data(outcomeOf(form, done, false), { headers })
        : goTo(done, site, { status: 303, headers })
    },
    failed: (outcome, status) => data(outcome, { status: status || 502 }),
  }
}

/** Another language is another document; its address is given whole, so that no basename is put before it. */
function goTo({ to = "/", language }: Done, site: string, init: ResponseInit = {}): Response {
  return language ? redirectDocument(site + inLanguagePath(to, language), init) : redirect(to, init)
}

function outcomeOf(form: string, { notice, given }: Done, isSaid: boolean): Outcome {
  const notices = notice ? [{ type: notice.type ?? ("success" as const), message: notice.message }] : []
  return { form, isDone: true, fields: {}, code: undefined, values: {}, notices, isSaid, given }
}

/**
 * What a form was filled in with; files are none of it. What is set by a handler stays in the form when it fails later:
 * the id of a file that has been brought.
 */
export type Values = Pick<URLSearchParams, "get" | "getAll" | "has" | "entries" | "set">

function read(filled: FormData | URLSearchParams): { values: Values; file(name: string): File | undefined } {
  const values = new URLSearchParams()
  const files = new Map<string, File>()
  for (const [name, value] of filled) {
    if (typeof value === "string") values.append(name, value)
    else if (value.size > 0) files.set(name, value)
  }
  return { values, file: (name) => files.get(name) }
}

function keepable(values: Values): Record<string, string> {
  return Object.fromEntries([...values.entries()].filter(([name]) => !/password|^code$|^token$/.test(name)))
}
