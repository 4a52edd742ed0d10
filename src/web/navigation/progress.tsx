import { useEffect } from "react"
import { useFetchers, useNavigation } from "react-router"
import { ProgressLine } from "#ui/loading/progress-line.tsx"

/** Returns whether a page is being loaded, and whether a fetcher of this page is active. */
export function useActivity(): { isLoading: boolean; isFetching: boolean } {
  const isLoading = useNavigation().state !== "idle"
  const isFetching = useFetchers().some((fetcher) => fetcher.state !== "idle")
  return { isLoading, isFetching }
}

/**
 * Shows the line at the top while a page loads. It stays empty for the first 300 ms (frame.css), so that a quick page shows none.
 */
export function Progress() {
  const { isLoading, isFetching } = useActivity()

  useEffect(() => {
    const { dataset } = document.documentElement
    if (isLoading) dataset.loading = ""
    else delete dataset.loading
    if (isFetching) dataset.fetching = ""
    else delete dataset.fetching
  }, [isLoading, isFetching])

  return <ProgressLine isLoading={isLoading} />
}
