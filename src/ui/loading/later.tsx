import { type ComponentType, lazy, useState } from "react"
import { isLost } from "#lib/reload.ts"
import { LostPart } from "./lost.tsx"

/** `ahead` loads the part: what is shown after that was done is there at once, without a first moment in which it is not. */
export type Later<Props extends object> = ComponentType<Props> & { ahead(): Promise<void> }

/**
 * A part of a page that is loaded when it is needed. When it cannot be, a sentence stands in its place and the rest of the
 * page stays as it is.
 * @param instead what stands there in place of the sentence
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = LostPart,
): Later<Props> {
  let loaded: ComponentType<Props> | undefined
  const read = () =>
    load().catch((error: unknown) => {
      if (!isLost(error)) throw error
      return { default: instead }
    })
  const Lazy = lazy(read)
  function Part(props: Props) {
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown {...props} />
  }
  return Object.assign(Part, { ahead: async () => void (loaded = (await read()).default) })
}

/** In place of what a page is whole without. */
export const Nothing = () => null

/** Loads a part before it is asked for. When that fails, it is asked for again in time. */
export function ahead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
