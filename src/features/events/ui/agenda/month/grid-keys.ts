import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { dayAfterKey } from "../../../dates/calendar.ts"

/**
 * Handles the keyboard in a month's grid: one day is in the tab order, and arrows move from there (WAI-ARIA grid pattern). Before
 * script runs, every day is in it. Links of days have `data-day`.
 * @param addressOf returns the address of a day outside the grid
 */
export function useGridKeys(chosen: string, addressOf: (day: string) => string) {
  const navigate = useNavigate()
  const grid = useRef<HTMLDivElement>(null)
  const [focusable, setFocusable] = useState<string>()
  const wanted = useRef<string>(undefined)

  useEffect(() => {
    setFocusable(wanted.current ?? chosen)
    if (wanted.current) grid.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)?.focus()
    wanted.current = undefined
  }, [chosen])

  const move = (press: KeyboardEvent) => {
    const from = (press.target as HTMLElement).dataset.day
    const day = from && dayAfterKey(press.key, from, press.shiftKey)
    if (!day || press.altKey || press.ctrlKey || press.metaKey) return
    press.preventDefault()
    const there = grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)
    if (there) {
      setFocusable(day)
      there.focus()
    } else {
      wanted.current = day
      void navigate(addressOf(day), { replace: true, preventScrollReset: true })
    }
  }
  return { grid, focusable, move }
}
