import { type ComponentType, lazy, type LazyExoticComponent } from "react"
import { isLost } from "#lib/reload.ts"
import { LostPart } from "./lost.tsx"

/**
 * A part of a page that is loaded when it is needed. When it cannot be, a sentence stands in its place and the rest of the
 * page stays as it is.
 * @param instead what stands there in place of the sentence
 */
export function later<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = LostPart,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      if (!isLost(error)) throw error
      return { default: instead }
    }),
  )
}

/** In place of what a page is whole without. */
export const Nothing = () => null

/** Loads a part before it is asked for. When that fails, it is asked for again in time. */
export function ahead(load: () => Promise<unknown>): void {
  load().catch(() => undefined)
}
