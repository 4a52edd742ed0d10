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

/** Renders one month of a calendar with links to the previous and the next, for a single day or a span. */
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
