import { SignInLayout } from "./sign-in-layout.tsx"
import { SignIn } from "./sign-in.tsx"

/** The sign-in form in place of a page for signed-in people. */
export default function SignInRequired({ next, why }: { next: string; why?: string }) {
  return (
    <SignInLayout>
      {why && <p className="pb-4">{why}</p>}
      <SignIn side="login" next={next} isInPlace />
    </SignInLayout>
  )
}
