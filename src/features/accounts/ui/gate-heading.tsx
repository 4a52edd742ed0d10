/** The title of the card on the stage. */
export function GateHeading(words: string) {
  return (
    <h1 className="d2 gate__title" tabIndex={-1}>
      {words}
    </h1>
  )
}
