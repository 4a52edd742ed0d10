import { type RefObject, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { useFootBar } from "#ui/foot.ts"
import { Check, ShareNetwork, Star, StarFill } from "#ui/icons.tsx"
import type { Answer } from "./attendance.tsx"

type AnswerBarProps = {
  answer: Answer | null
  onAnswer: (answer: Answer) => void
  /** Where it is shared. */
  share: string
}

/**
 * On phones, answering at hand under the poster.
 * @param control the whole control: the bar stays until one gets there
 */
export function AnswerBar({ control, ...bar }: AnswerBarProps & { control: RefObject<HTMLElement | null> }) {
  return useIsBelow(control) ? <Bar {...bar} /> : null
}

function Bar({ answer, onAnswer, share }: AnswerBarProps) {
  const t = useMessages()
  const bar = useRef<HTMLDivElement>(null)
  useFootBar(bar)
  return (
    <div ref={bar} className="sticky-cta md:hidden">
      <Button
        kind={answer === "confirmed" ? "main" : "quiet"}
        icon={Check}
        aria-pressed={answer === "confirmed"}
        onClick={() => onAnswer("confirmed")}
      >
        {t("ui.confirmed")}
      </Button>
      <Button
        icon={answer === "interested" ? StarFill : Star}
        iconOnly
        aria-pressed={answer === "interested"}
        onClick={() => onAnswer("interested")}
      >
        {t("ui.interested")}
      </Button>
      <ButtonLink icon={ShareNetwork} iconOnly to={share}>
        {t("events.share")}
      </ButtonLink>
    </div>
  )
}

/** Is it further down than what is in view? */
function useIsBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    const there = element.current
    if (!there) return undefined
    const watch = new IntersectionObserver(([entry]) => {
      if (entry) setBelow(!entry.isIntersecting && entry.boundingClientRect.top > 0)
    })
    watch.observe(there)
    return () => watch.disconnect()
  }, [element])
  return isBelow
}
