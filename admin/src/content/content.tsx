import '../styles/shop.css';
import '../styles/content.css';
import '../styles/editor.css';
import { Route, Routes } from 'react-router';
import { ArticlePage } from './article-page.tsx';
import { ArticlesList } from './articles-list.tsx';
import { EmailWordsPage } from './email-words-page.tsx';
import { FormPage } from './form-page.tsx';
import { FormsList } from './forms-list.tsx';
import { HomeLayoutPage } from './home-layout-page.tsx';
import { HomeLayoutsList } from './home-layouts-list.tsx';
import { LandingPage } from './landing-page.tsx';
import { LandingTextPage } from './landing-text-page.tsx';
import { LandingsList } from './landings-list.tsx';
import { MailSamplesPage } from './mail-samples.tsx';
import { MailsList } from './mails-list.tsx';
import { MenuPage } from './menu-page.tsx';
import { PagePage } from './page-page.tsx';
import { PagesList } from './pages-list.tsx';
import { VacanciesList } from './vacancies-list.tsx';
import { VacancyPage } from './vacancy-page.tsx';
import { VersionPage } from './version-page.tsx';

/**
 * What the shop says besides its goods: pages, menus, the home page, the blog, landing pages, vacancies, forms, emails.
 */
export default function Content() {
  return (
    <Routes>
      <Route index element={<PagesList />} />
      <Route path="pages/:slug" element={<PagePage />} />
      <Route path="texts/:id" element={<VersionPage />} />
      <Route path="menu" element={<MenuPage />} />
      <Route path="home" element={<HomeLayoutsList />} />
      <Route path="home/:id" element={<HomeLayoutPage />} />
      <Route path="blog" element={<ArticlesList />} />
      <Route path="blog/:id" element={<ArticlePage />} />
      <Route path="landings" element={<LandingsList />} />
      <Route path="landings/:id" element={<LandingPage />} />
      <Route path="landing-texts/:id" element={<LandingTextPage />} />
      <Route path="vacancies" element={<VacanciesList />} />
      <Route path="vacancies/:id" element={<VacancyPage />} />
      <Route path="forms" element={<FormsList />} />
      <Route path="forms/:code" element={<FormPage />} />
      <Route path="mails" element={<MailsList />} />
      <Route path="emails/:id" element={<EmailWordsPage />} />
      <Route path="samples" element={<MailSamplesPage />} />
    </Routes>
  );
}
