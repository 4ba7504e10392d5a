import '../styles/shop.css';
import '../styles/customers.css';
import { Route, Routes } from 'react-router';
import { CardPage } from './card-page.tsx';
import { CardsList } from './cards-list.tsx';
import { CompaniesList } from './companies-list.tsx';
import { CompanyPage } from './company-page.tsx';
import { ConsentsList } from './consents-list.tsx';
import { CustomerPage } from './customer-page.tsx';
import { CustomersList } from './customers-list.tsx';

/** The section of people who buy, of their firms, cards and consents. */
export default function Customers() {
  return (
    <Routes>
      <Route index element={<CustomersList />} />
      <Route path="firms" element={<CompaniesList />} />
      <Route path="firms/:id" element={<CompanyPage />} />
      <Route path="cards" element={<CardsList />} />
      <Route path="cards/:id" element={<CardPage />} />
      <Route path="consents" element={<ConsentsList />} />
      <Route path=":id" element={<CustomerPage />} />
    </Routes>
  );
}
