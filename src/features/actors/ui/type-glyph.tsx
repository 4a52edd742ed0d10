import type { ActorType } from "../actor-types.ts"

const shapes = {
  person: <circle cx="8" cy="8" r="7.5" />,
  group: (
    <>
      <circle cx="4.8" cy="4.8" r="4.6" />
      <circle cx="11.2" cy="4.8" r="4.6" />
      <circle cx="4.8" cy="11.2" r="4.6" />
      <circle cx="11.2" cy="11.2" r="4.6" />
    </>
  ),
  place: <path d="M.8 16V7.6a7.2 7.2 0 0 1 14.4 0V16z" />,
  organizer: <path d="M8 0l7 4v8l-7 4-7-4V4z" />,
} satisfies Record<ActorType, unknown>

/** The shape of an actor type: circle, quatrefoil, arch, hexagon. Decorative: it stands beside a word. */
export function TypeGlyph({ type }: { type: ActorType }) {
  return (
    <svg className="type" viewBox="0 0 16 16" aria-hidden="true">
      {shapes[type]}
    </svg>
  )
}
