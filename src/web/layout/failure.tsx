import { Suspense } from "react"
import { isRouteErrorResponse } from "react-router"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { LostScreen } from "#ui/loading/lost.tsx"

const ErrorPage = lazyPart(async () => ({ default: (await import("./error-page.tsx")).ErrorPage }), LostScreen)

/** Shows an error: the API's message if there is one, otherwise that something went wrong here. */
export function Failure({ error }: { error: unknown }) {
  const known = isRouteErrorResponse(error) ? error : undefined
  const { detail, code } = (known?.data ?? {}) as { detail?: string; code?: string }
  const status = known?.status ?? 500
  return (
    <Suspense fallback={<Code status={status} />}>
      <ErrorPage status={status} detail={detail} code={code} />
    </Suspense>
  )
}

function Code({ status }: { status: number }) {
  return <h1 className="wrap">{status}</h1>
}
