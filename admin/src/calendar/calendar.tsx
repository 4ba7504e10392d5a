import '../styles/calendar.css';
import { Route, Routes } from 'react-router';
import { CalendarPage } from './calendar-page.tsx';

/** The section of whatever has dates. */
export default function Calendar() {
  return (
    <Routes>
      <Route index element={<CalendarPage />} />
    </Routes>
  );
}
