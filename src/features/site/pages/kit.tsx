import { Showcase } from "#ui/showcase/showcase.tsx"
import { ShowcaseEditors } from "#ui/showcase/showcase-editors.tsx"
import { PageMeta } from "#web/meta.tsx"
import "#ui/styles/editor.css"

/** Every part of the kit in every state; in development only. */
export default function Kit() {
  return (
    <>
      <PageMeta title="UI kit" noindex />
      <Showcase />
      <ShowcaseEditors />
    </>
  )
}
