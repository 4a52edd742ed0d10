/** The title of the sign-in card. */
export function SignInHeading({ children }: { children: string }) {
  return (
    <h1 className="d2 gate__title" tabIndex={-1}>
      {children}
    </h1>
  )
}
