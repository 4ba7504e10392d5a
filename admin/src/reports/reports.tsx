import '../styles/losses.css';
import { Route, Routes } from 'react-router';
import { SalesPage } from './sales-page.tsx';

/** The section of reports. */
export default function Reports() {
  return (
    <Routes>
      <Route index element={<SalesPage />} />
    </Routes>
  );
}
