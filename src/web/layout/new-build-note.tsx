import { NewVersionNote } from "#ui/editing/new-version-note.tsx"
import { reload, useNewBuild } from "../navigation/new-build.ts"

/** Says that another build is served than the one this page was made with. */
export function NewBuildNote({ build }: { build: string | undefined }) {
  return useNewBuild(build) ? (
    <div className="newbuild">
      <NewVersionNote onReload={reload} />
    </div>
  ) : null
}
