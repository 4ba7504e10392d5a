import '../styles/shop.css';
import '../styles/promo.css';
import { Route, Routes } from 'react-router';
import { ActionPage } from './action-page.tsx';
import { ActionsList } from './actions-list.tsx';
import { BatchPage } from './batch-page.tsx';
import { BenchPage } from './bench-page.tsx';
import { CampaignCodesList } from './campaign-codes.tsx';
import { CouponPage } from './coupon-page.tsx';
import { CouponsList } from './coupons-list.tsx';
import { CreditList, CreditPage, NewCreditPage } from './credit.tsx';
import { NewActionPage } from './new-action-page.tsx';
import { NewCouponPage } from './new-coupon-page.tsx';
import { ProgrammePage } from './programme-page.tsx';
import { NewSetPage, SetPage } from './set-page.tsx';
import { SetsList } from './sets.tsx';
import { NewSlidePage, SlidePage, SlidesList } from './slides.tsx';
import { WheelPage } from './wheel-page.tsx';
import { NewWheelPage, WheelsList } from './wheels.tsx';
import { NewWobblerPage, WobblerPage, WobblersList } from './wobblers.tsx';

/** Promotions, coupons, slides of the home page, wobblers, terms of credit. */
export default function Promo() {
  return (
    <Routes>
      <Route index element={<CouponsList />} />
      <Route path="coupons/new" element={<NewCouponPage />} />
      <Route path="coupons/batch" element={<BatchPage />} />
      <Route path="coupons/:id" element={<CouponPage />} />
      <Route path="bench" element={<BenchPage />} />
      <Route path="actions" element={<ActionsList />} />
      <Route path="actions/new" element={<NewActionPage />} />
      <Route path="actions/:id" element={<ActionPage />} />
      <Route path="slides" element={<SlidesList />} />
      <Route path="slides/new" element={<NewSlidePage />} />
      <Route path="slides/:id" element={<SlidePage />} />
      <Route path="wobblers" element={<WobblersList />} />
      <Route path="wobblers/new" element={<NewWobblerPage />} />
      <Route path="wobblers/:id" element={<WobblerPage />} />
      <Route path="credit" element={<CreditList />} />
      <Route path="credit/new" element={<NewCreditPage />} />
      <Route path="credit/:id" element={<CreditPage />} />
      <Route path="bonuses" element={<ProgrammePage />} />
      <Route path="wheels" element={<WheelsList />} />
      <Route path="wheels/new" element={<NewWheelPage />} />
      <Route path="wheels/:id" element={<WheelPage />} />
      <Route path="codes" element={<CampaignCodesList />} />
      <Route path="sets" element={<SetsList />} />
      <Route path="sets/new" element={<NewSetPage />} />
      <Route path="sets/:id" element={<SetPage />} />
    </Routes>
  );
}
