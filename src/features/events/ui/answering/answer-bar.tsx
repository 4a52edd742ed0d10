import { type RefObject, useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { useFootBar } from "#ui/foot.ts"
import { Check, ShareNetwork, Star, StarFill } from "#ui/icons.tsx"
import type { Answer } from "./attendance.tsx"

type AnswerBarProps = {
  answer: Answer | null
  onAnswer: (answer: Answer) => void
  /** Address to share. */
  share: string
}

/**
 * The bar under the poster on phones, to answer without scrolling.
 * @param control the full control: the bar is shown until it is in view
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

/** Tells whether an element is below the viewport. */
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
