import '../styles/shop.css';
import '../styles/assortment.css';
import '../styles/seo.css';
import { Route, Routes } from 'react-router';
import { FeedsPage } from './feeds-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { ProblemsPage } from './problems-page.tsx';
import { RedirectsPage } from './redirects-page.tsx';
import { ShortsPage } from './shorts-page.tsx';
import { TextPage } from './text-page.tsx';
import { TextsList } from './texts-list.tsx';

/** The section of SEO: texts of pages, what is wrong with them, redirects, missing pages, site maps and feeds. */
export default function Seo() {
  return (
    <Routes>
      <Route index element={<TextsList />} />
      <Route path="texts/:id" element={<TextPage />} />
      <Route path="problems" element={<ProblemsPage />} />
      <Route path="redirects" element={<RedirectsPage />} />
      <Route path="missing" element={<MissingPage />} />
      <Route path="shorts" element={<ShortsPage />} />
      <Route path="feeds" element={<FeedsPage />} />
    </Routes>
  );
}
