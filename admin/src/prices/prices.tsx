import { Route, Routes } from 'react-router';
import '../styles/goods.css';
import '../styles/sheets.css';
import { PlanPage } from './plan-page.tsx';
import { PlansList } from './plans-list.tsx';
import { PricesPage } from './prices-page.tsx';

/** The section of prices. */
export default function Prices() {
  return (
    <Routes>
      <Route index element={<PricesPage />} />
      <Route path="plans" element={<PlansList />} />
      <Route path="plans/:id" element={<PlanPage />} />
    </Routes>
  );
}
