import '../styles/losses.css';
import { Route, Routes } from 'react-router';
import { LossesPage } from './losses-page.tsx';

/** The section of what was not sold. */
export default function Losses() {
  return (
    <Routes>
      <Route index element={<LossesPage />} />
    </Routes>
  );
}
