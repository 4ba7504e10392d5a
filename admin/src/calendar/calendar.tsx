import '../styles/shop.css';
import '../styles/calendar.css';
import { Route, Routes } from 'react-router';
import { DraftsList } from '../drafts/drafts-list.tsx';
import { CopyPage } from '../releases/copy-page.tsx';
import { ReleasePage } from '../releases/release-page.tsx';
import { ReleasesList } from '../releases/releases-list.tsx';
import { CalendarPage } from './calendar-page.tsx';

/** The section of whatever has dates: the calendar, releases, last year's plan repeated. */
export default function Calendar() {
  return (
    <Routes>
      <Route index element={<CalendarPage />} />
      <Route path="releases" element={<ReleasesList />} />
      <Route path="releases/:id" element={<ReleasePage />} />
      <Route path="drafts" element={<DraftsList />} />
      <Route path="copy" element={<CopyPage />} />
    </Routes>
  );
}
