import '../styles/shop.css';
import '../styles/branches.css';
import { Route, Routes } from 'react-router';
import { BranchPage } from './branch-page.tsx';
import { BranchesList } from './branches-list.tsx';

/** The section of branches. */
export default function Branches() {
  return (
    <Routes>
      <Route index element={<BranchesList />} />
      <Route path=":id" element={<BranchPage />} />
    </Routes>
  );
}
