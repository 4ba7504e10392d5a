import { Route, Routes } from 'react-router';
import '../styles/goods.css';
import { PricesPage } from './prices-page.tsx';

/** The section of prices. */
export default function Prices() {
  return (
    <Routes>
      <Route index element={<PricesPage />} />
    </Routes>
  );
}
