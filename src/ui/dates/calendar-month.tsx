import {
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from "react-aria-components/Calendar"
import { CaretLeftBold, CaretRightBold } from "../icons.tsx"
import "./calendar-month.css"

/** One month of a calendar, with the way to the one before and the next; in a calendar of a day or of a span. */
export function CalendarMonth() {
  return (
    <>
      <header>
        <Button slot="previous" className="btn btn--bare btn--icon">
          <CaretLeftBold />
        </Button>
        <CalendarHeading />
        <Button slot="next" className="btn btn--bare btn--icon">
          <CaretRightBold />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className="picker__day" />}</CalendarGridBody>
      </CalendarGrid>
    </>
  )
}
