import { Route, Routes } from 'react-router';
import { OrdersList } from './orders-list.tsx';

/** The section of orders. */
export default function Orders() {
  return (
    <Routes>
      <Route index element={<OrdersList />} />
    </Routes>
  );
}
