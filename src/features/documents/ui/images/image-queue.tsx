import { useEffect, useRef } from "react"
import type { Document } from "../../document.ts"
import { QueuedFiles } from "../queued-files.tsx"
import { useFileQueue } from "../use-file-queue.ts"
import type { UploadFor } from "../use-upload.ts"

/** Images that are not added yet: how many, and whether any of them is on its way. */
export type QueuedImages = { count: number; isBusy: boolean }

export type ImageQueueProps = {
  /** All files chosen so far: new ones are added at the end. */
  chosen: readonly File[]
  owner: UploadFor
  onAdded: (document: Document) => void
  onNews: (words: string) => void
  onChange: (queued: QueuedImages) => void
}

/** Uploads the images chosen for a form, one at a time, so that they are added in the order in which they were chosen. */
export default function ImageQueue({ chosen, owner, onAdded, onNews, onChange }: ImageQueueProps) {
  const queue = useFileQueue({ fields: fieldsOf(owner), atOnce: 1, onAdded, onNews })
  const taken = useRef(0)
  useEffect(() => {
    const next = chosen.slice(taken.current)
    taken.current = chosen.length
    if (next.length > 0) queue.add(next)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each file is added once
  }, [chosen])
  const { isBusy } = queue
  const count = queue.files.length
  useEffect(() => {
    if (taken.current > 0) onChange({ count, isBusy })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the numbers are reported
  }, [count, isBusy])
  return (
    <QueuedFiles
      files={queue.files}
      onStop={queue.stop}
      onAgain={queue.again}
      onDiscard={(key) => void queue.discard(key)}
    />
  )
}

/** Images of a form are public only where they are shown. */
function fieldsOf({ actor, event }: UploadFor): Record<string, string> {
  return {
    type: "Image",
    visibility: "unlisted",
    ...(actor === undefined ? {} : { actor }),
    ...(event === undefined ? {} : { event: String(event) }),
  }
}
