import { type ComponentType, lazy, useState } from "react"
import { isLoadError } from "#lib/reload.ts"
import { LostPart } from "./lost.tsx"

/** A lazy component. `ahead` loads it early: rendered afterwards, it appears at once, without an empty first moment. */
export type LazyPart<Props extends object> = ComponentType<Props> & { ahead(): Promise<void> }

/**
 * Makes a component that is loaded when it is first rendered. When loading fails, a sentence takes its place and the rest of the
 * page stays as it is.
 * @param instead shown in place of the sentence
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = LostPart,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const read = () =>
    load().catch((error: unknown) => {
      if (!isLoadError(error)) throw error
      return { default: instead }
    })
  const Lazy = lazy(read)
  function Part(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { ahead: async () => void (loaded = (await read()).default) })
}

/** Fallback for parts that the page can do without. */
export const Nothing = () => null

/** Preloads a part. A failure is ignored, since the part is requested again when it is needed. */
export function preloadPart(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}

/**
 * Makes code that answers presses load once for all of them. Two imports of the same file may end in either order, and the later
 * press would be sent first. After a failure it is loaded again by the next press.
 */
export function loadOnce<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let loading: Promise<Code> | undefined
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
}
