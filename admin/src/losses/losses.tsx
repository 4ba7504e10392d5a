import '../styles/losses.css';
import { Route, Routes } from 'react-router';
import { GoodsToBuyPage } from './goods-to-buy-page.tsx';
import { LossesPage } from './losses-page.tsx';
import { MeasuresPage } from './measures-page.tsx';

/** The section of what was not sold, of what is to be bought, and of what was done about it. */
export default function Losses() {
  return (
    <Routes>
      <Route index element={<LossesPage />} />
      <Route path="purchase" element={<GoodsToBuyPage />} />
      <Route path="measures" element={<MeasuresPage />} />
    </Routes>
  );
}
