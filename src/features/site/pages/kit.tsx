import { Showcase } from "#ui/showcase/showcase.tsx"
import { ShowcaseEditors } from "#ui/showcase/showcase-editors.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import "#ui/styles/editor.css"

/** Shows every component of the UI kit in every state; in development only. */
export default function Kit() {
  return (
    <>
      <PageMeta title="UI kit" noindex />
      <Showcase />
      <ShowcaseEditors />
    </>
  )
}
