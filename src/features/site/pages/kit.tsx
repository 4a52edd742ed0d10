import { Showcase } from "#ui/showcase.tsx"
import { PageMeta } from "#web/meta.tsx"

/** Every part of the kit in every state; in development only. */
export default function Kit() {
  return (
    <>
      <PageMeta title="UI kit" noindex />
      <Showcase />
    </>
  )
}
