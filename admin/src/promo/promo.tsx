import '../styles/shop.css';
import '../styles/promo.css';
import { Route, Routes } from 'react-router';
import { BatchPage } from './batch-page.tsx';
import { BenchPage } from './bench-page.tsx';
import { CouponPage } from './coupon-page.tsx';
import { CouponsList } from './coupons-list.tsx';
import { NewCouponPage } from './new-coupon-page.tsx';

/** Promotions and coupons. */
export default function Promo() {
  return (
    <Routes>
      <Route index element={<CouponsList />} />
      <Route path="coupons/new" element={<NewCouponPage />} />
      <Route path="coupons/batch" element={<BatchPage />} />
      <Route path="coupons/:id" element={<CouponPage />} />
      <Route path="bench" element={<BenchPage />} />
    </Routes>
  );
}
