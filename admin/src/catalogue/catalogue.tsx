import { Route, Routes } from 'react-router';
import '../styles/goods.css';
import { ProductPage } from './product-page.tsx';
import { ProductsList } from './products-list.tsx';

/** The section of goods. */
export default function Catalogue() {
  return (
    <Routes>
      <Route index element={<ProductsList />} />
      <Route path=":id" element={<ProductPage />} />
    </Routes>
  );
}
