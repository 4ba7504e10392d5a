import { Route, Routes, useSearchParams } from 'react-router';
import { OrderPage } from './order-page.tsx';
import { OrdersBoard } from './orders-board.tsx';
import { OrdersList } from './orders-list.tsx';
import { PhoneOrder } from './phone-order.tsx';

/** The section of orders: the board, the list, one order, an order by phone. */
export default function Orders() {
  return (
    <Routes>
      <Route index element={<Start />} />
      <Route path="new" element={<PhoneOrder />} />
      <Route path=":id" element={<OrderPage />} />
    </Routes>
  );
}

function Start() {
  const [search] = useSearchParams();
  return search.get('view') === 'list' ? <OrdersList /> : <OrdersBoard />;
}
