import { Route, Routes } from 'react-router';
import '../styles/goods.css';
import { ShortList } from './short-list.tsx';
import { StockList } from './stock-list.tsx';

/** The section of stock. */
export default function Stock() {
  return (
    <Routes>
      <Route index element={<StockList />} />
      <Route path="short" element={<ShortList />} />
    </Routes>
  );
}
