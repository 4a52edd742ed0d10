import type { Outcome } from "#web/editing/form.ts"

/** Props of a part of the administrators' screens: what its loader returned, and the outcome of a submitted form. */
export type PartProps = { data: unknown; outcome: Outcome | undefined }
