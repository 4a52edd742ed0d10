import { data, redirect, redirectDocument, type RouterContextProvider } from "react-router"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { MessageType } from "#ui/note.tsx"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import type { Api, Failure } from "../api.ts"
import { browserApi, notifyRefreshed, runForm } from "../api/browser-api.ts"
import { inLanguagePath } from "../paths.ts"
import { problemOf } from "../api/problems.ts"
import { readForm, readFormWithFile } from "./read-form.ts"
import { pageRequest } from "../page/request.ts"
import { askIfSessionEnded, sessionChanged } from "../session/session.ts"
import { documentWords } from "../page/words.ts"

// Forms work before script, without it and with it (docs/decisions/0008-forms.md): one function handles a form, `action` runs it
// on the server and `clientAction` in the browser, each with its own API client.

/** The arguments of a form's handler, on both sides. */
export type FormArguments<Params = Record<string, string>> = {
  api: Api
  /** The input: `values.get("email")`, `values.getAll("notify")`. */
  values: Values
  /** Returns a chosen file, in a form with files (`hasFiles`). */
  file(name: string): File | undefined
  params: Params
  url: URL
  t: Messages
}

/** The result of a form that succeeded. */
export type Done<Given = unknown> = {
  /** Shown as a success, or as information. */
  notice?: { type?: MessageType; message: string }
  /** Data for the page to show, this once. */
  given?: Given
  /** Page to go to, without language prefix; for a form that loads a document, also an address of another site. */
  to?: string
  /** Language of that page, when it has changed. */
  language?: Language
  /** Whether another user, or nobody, is signed in now. */
  session?: "changed" | "cleared"
  /** `Set-Cookie`, sent by the server or set by the browser. Never HttpOnly. */
  cookie?: string
}
type Handler<Params> = (args: FormArguments<Params>) => Promise<Done>

/** The outcome of a form, as the page receives it. */
export type Outcome<Given = unknown> = {
  /** Name of the form. */
  form: string
  isDone: boolean
  /** Error messages by field. */
  fields: Record<string, string[]>
  /** Refusal code, for the client to branch on. */
  code: string | undefined
  /** The input, for the fields to keep; passwords and codes are not returned. */
  values: Record<string, string>
  notices: { type: MessageType; message: string }[]
  /** Whether the browser has shown its notices already. Otherwise the page shows them in itself. */
  isSaid: boolean
  given?: Given | undefined
}

type ActionArguments<Params> = { params: Params; request: Request; context: Readonly<RouterContextProvider> }

type FormOptions = {
  /** Whether the forms contain files. */
  hasFiles?: boolean
  /** Whether they require a session; without one, nothing that was sent is processed. */
  isForUser?: boolean
  /** Forms, or all of them, whose field errors appear beside the fields and in a summary, so that no toast repeats them. */
  saysOnce?: true | ReadonlySet<string>
  /** Forms in a dialog: errors are shown in the form itself rather than by a toast beside the dialog. */
  inDialog?: ReadonlySet<string>
}

/**
 * Handles the forms of a page, by the name in their hidden field `form`; `server` is the route's `action`, `client` its
 * `clientAction`. The error of a failed call that a handler throws becomes the outcome, as specification §8 states.
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
      return side.done(form, await (side.isBrowser ? runForm(() => handler(args)) : handler(args)), args.url.pathname)
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
      // The following code is removed from browsers' bundles.
      if (!import.meta.env.SSR) return
      const { api, messages, site, viewer, isFromHere, refusalOf } = context.get(pageRequest)
      // Calls are refused for the same reasons (http/security/gate.ts), but the input is often processed before the first of
      // them.
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
    // The subject's earlier errors no longer apply.
    notifyAbout(about, done.notice && { type: "success", ...done.notice })
    return done.to === undefined ? outcomeOf(form, done, true) : goTo(done, location.origin)
  },
  failed(outcome, status, about) {
    if (outcome.isSaid) notifyAbout(about, ...outcome.notices)
    // The session is over: the input stays while the sign-in dialog is shown, and is sent again.
    askIfSessionEnded(outcome.code)
    // The server may have acted although its answer was lost, or somebody else was first: the page shows what is stored now.
    if (status === 0 || outcome.code === "stale") notifyRefreshed()
    return data(outcome, { status: status || 502 }) // with an error status React Router does not reload the page's data
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

/** Another language needs another document; its address is absolute, so that no basename is added to it. */
function goTo({ to = "/", language }: Done, site: string, init: ResponseInit = {}): Response {
  return language ? redirectDocument(site + inLanguagePath(to, language), init) : redirect(to, init)
}

function outcomeOf(form: string, { notice, given }: Done, isSaid: boolean): Outcome {
  const notices = notice ? [{ type: notice.type ?? ("success" as const), message: notice.message }] : []
  return { form, isDone: true, fields: {}, code: undefined, values: {}, notices, isSaid, given }
}

/**
 * The input of a form, without files. A value that a handler sets stays in the form when it fails later, such as the id of an
 * uploaded file.
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
