import { Gate } from "./gate.tsx"
import { SignIn } from "./sign-in.tsx"

/** The way in, in place of a page that is for who is signed in. */
export default function WayIn({ next, why }: { next: string; why?: string }) {
  return (
    <Gate>
      {why && <p className="pb-4">{why}</p>}
      <SignIn side="login" next={next} isInPlace />
    </Gate>
  )
}
