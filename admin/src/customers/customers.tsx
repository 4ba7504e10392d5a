import '../styles/shop.css';
import '../styles/customers.css';
import { Route, Routes } from 'react-router';
import { CompaniesList } from './companies-list.tsx';
import { CompanyPage } from './company-page.tsx';
import { CustomerPage } from './customer-page.tsx';
import { CustomersList } from './customers-list.tsx';

/** The section of people who buy and of their firms. */
export default function Customers() {
  return (
    <Routes>
      <Route index element={<CustomersList />} />
      <Route path="firms" element={<CompaniesList />} />
      <Route path="firms/:id" element={<CompanyPage />} />
      <Route path=":id" element={<CustomerPage />} />
    </Routes>
  );
}
