import { Route, Routes } from 'react-router';
import '../styles/goods.css';
import { StockList } from './stock-list.tsx';

/** The section of stock. */
export default function Stock() {
  return (
    <Routes>
      <Route index element={<StockList />} />
    </Routes>
  );
}
