import '@shop/web/styles/app.css';
import type { ReactNode } from 'react';
import { shopFacts } from '../data/shop-facts.ts';
import { Footer } from '../parts/footer.tsx';
import { Header } from '../parts/header.tsx';

/** Every page is rendered for every request. */
export const dynamic = 'force-dynamic';

export default async function Layout({ children }: { children: ReactNode }) {
  const facts = await shopFacts();
  return (
    <html lang="ru">
      <body>
        <a className="skip" href="#main">
          К содержанию
        </a>
        <Header facts={facts} />
        <main id="main" className="wrap" tabIndex={-1}>
          {children}
        </main>
        <Footer facts={facts} />
      </body>
    </html>
  );
}
