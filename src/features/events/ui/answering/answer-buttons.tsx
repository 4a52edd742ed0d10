import { type RefObject, Suspense, useRef } from "react"
import { Form as GetForm } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import { paths } from "#web/paths.ts"
import { type Answer, answers, marks } from "./attendance.tsx"

const AnswerBar = lazyPart(async () => ({ default: (await import("./answer-bar.tsx")).AnswerBar }), Nothing)

type AnswerButtonsProps = { eventId: number; onPress: (answer: Answer) => void }

/**
 * The three answers for a visitor who cannot answer yet: never disabled; a press asks for what is missing. Without script it
 * leads to the page that does so.
 */
export function AnswerButtons({ eventId, onPress }: AnswerButtonsProps) {
  const t = useMessages()
  const form = useRef<HTMLFormElement>(null)
  return (
    <div className="no-print" id="answer">
      <Suspense>
        <AnswerBar
          control={form as RefObject<HTMLElement | null>}
          answer={null}
          share={paths.shareEvent(eventId)}
          onAnswer={onPress}
        />
      </Suspense>
      <GetForm method="get" action={paths.answerEvent(eventId)} ref={form}>
        <div className="attend" role="group" aria-label={t("ui.my_answer")}>
          {answers.map((one) => {
            const Mark = marks[one].off
            return (
              <button
                key={one}
                type="submit"
                name="value"
                value={one}
                data-v={one}
                onPointerEnter={preloadDialog}
                onFocus={preloadDialog}
                onClick={(press) => {
                  press.preventDefault()
                  onPress(one)
                }}
              >
                <Mark />
                {t(`ui.${one}`)}
              </button>
            )
          })}
        </div>
      </GetForm>
    </div>
  )
}
