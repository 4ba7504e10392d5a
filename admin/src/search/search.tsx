import '../styles/shop.css';
import '../styles/search.css';
import { Route, Routes } from 'react-router';
import { JudgedQueryPage } from './judged-query-page.tsx';
import { MissesPage } from './misses-page.tsx';
import { PinsPage } from './pins-page.tsx';
import { QualityPage } from './quality-page.tsx';
import { RulesPage } from './rules-page.tsx';

/** The section of the search: what was not found, and what staff say about words. */
export default function Search() {
  return (
    <Routes>
      <Route index element={<MissesPage />} />
      <Route path="synonyms" element={<RulesPage key="synonym" kind="synonym" />} />
      <Route path="redirects" element={<RulesPage key="redirect" kind="redirect" />} />
      <Route path="stop-words" element={<RulesPage key="stop" kind="stop" />} />
      <Route path="pins" element={<PinsPage />} />
      <Route path="quality" element={<QualityPage />} />
      <Route path="quality/:id" element={<JudgedQueryPage />} />
    </Routes>
  );
}
