import { useEffect, useState } from "react"
import { PrefetchPageLinks } from "react-router"
import { preload } from "../api/browser-api.ts"
import { routerPath } from "../navigation/router-path.ts"
import { useFilesAtOnce } from "./files-at-once.ts"
import { dataOf, isWorthPreloading, watchInterest } from "./preload.ts"

/** Most pages whose scripts are preloaded. */
const mostWanted = 10

/** Preloads the script and the data of a page whose link is hovered or focused, and all files of one that is followed. */
export default function ReadAhead({ home }: { home: string }) {
  const [wanted, setWanted] = useState<readonly string[]>([])
  useFilesAtOnce()
  useEffect(
    () =>
      watchInterest((link) => {
        const path = routerPath(link, home)
        if (!path || !isWorthPreloading((navigator as { connection?: { saveData?: boolean } }).connection)) return
        setWanted((before) =>
          before.includes(link.pathname) ? before : [...before.slice(1 - mostWanted), link.pathname],
        )
        const data = dataOf(path)
        if (data) void preload(data)
      }),
    [home],
  )
  return wanted.map((page) => <PrefetchPageLinks key={page} page={page} />)
}
