import { Writable } from "node:stream"
import { renderToPipeableStream } from "react-dom/server"
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from "react-router"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { MarkupStore } from "#web/speed/kept-markup.tsx"
import { markupStore } from "#web/speed/markup-store.server.ts"
import { absentHeader } from "#web/api/header-names.ts"
import { NonceProvider } from "#web/page/nonce.ts"
import { pageRequest } from "#web/page/request.ts"

export const streamTimeout = 10_000

// During development, the same data may produce other HTML.
const markup = import.meta.env.PROD ? markupStore() : undefined

/**
 * Renders a page completely: it is then cached, compressed and sent with its length. Its bytes bypass the router (`html` of the
 * request), which would copy them; the rest of the answer passes through it.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const asked = context.get(pageRequest)
  const { nonce, messages } = asked
  headers.set("Content-Type", "text/html; charset=utf-8")
  const absent = absentOf(entry.staticHandlerContext.errors)
  if (absent) headers.set(absentHeader, absent)

  const page = (
    <NonceProvider value={nonce}>
      <MessagesProvider value={messages}>
        <MarkupStore value={markup}>
          <ServerRouter context={entry} url={request.url} nonce={nonce} />
        </MarkupStore>
      </MessagesProvider>
    </NonceProvider>
  )
  return new Promise((resolve, reject) => {
    const chunks: (string | Uint8Array)[] = []
    const whole = new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        clearTimeout(timer)
        asked.html = joined(chunks)
        resolve(new Response(null, { status: failed ? 500 : status, headers }))
        done()
      },
    })
    let failed = false
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY, // scripts never move content into place, since some readers run none
      onAllReady: () => pipe(whole),
      onShellError: reject,
      onError() {
        failed = true
      },
    })
    const timer = setTimeout(abort, streamTimeout)
  })
}

/** Returns the refusal code of a missing event or actor, for readers who are told of it without the page. */
function absentOf(errors: EntryContext["staticHandlerContext"]["errors"]): string | undefined {
  const [error] = Object.values(errors ?? {})
  const code: unknown = isRouteErrorResponse(error) && error.status === 404 ? error.data?.code : undefined
  return code === "event_not_found" || code === "actor_not_found" ? code : undefined
}

/** Reports errors of loaders and components; refusals are answers, not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  context.get(pageRequest).report(error)
}

/** Joins React's output, long pieces of text and short ones of bytes. */
function joined(chunks: readonly (string | Uint8Array)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk), 0))
  let at = 0
  for (const chunk of chunks) {
    if (typeof chunk === "string") at += bytes.write(chunk, at)
    else {
      bytes.set(chunk, at)
      at += chunk.length
    }
  }
  return bytes
}
