import '../styles/shop.css';
import { Route, Routes } from 'react-router';
import { MemberPage } from './member-page.tsx';
import { StaffList } from './staff-list.tsx';

/** The section of staff. */
export default function Staff() {
  return (
    <Routes>
      <Route index element={<StaffList />} />
      <Route path=":id" element={<MemberPage />} />
    </Routes>
  );
}
