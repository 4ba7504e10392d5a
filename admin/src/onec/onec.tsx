import { Route, Routes } from 'react-router';
import { MappingPage } from './mapping-page.tsx';
import { NodesPage } from './nodes-page.tsx';
import { OnecOrders } from './onec-orders.tsx';
import { OrderFiles } from './order-files.tsx';
import { PackagePage } from './package-page.tsx';
import { PackagesList } from './packages-list.tsx';
import { UnknownDocuments } from './unknown-documents.tsx';

/** The exchange with 1C: packages, what goes where, orders, nodes. */
export default function Onec() {
  return (
    <Routes>
      <Route index element={<PackagesList />} />
      <Route path="packages/:id" element={<PackagePage />} />
      <Route path="mapping" element={<MappingPage />} />
      <Route path="orders" element={<OnecOrders />} />
      <Route path="order-files" element={<OrderFiles />} />
      <Route path="unknown" element={<UnknownDocuments />} />
      <Route path="nodes" element={<NodesPage />} />
    </Routes>
  );
}
