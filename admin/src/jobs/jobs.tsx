import '../styles/shop.css';
import '../styles/jobs.css';
import { Navigate, Route, Routes } from 'react-router';
import { useAddress } from '../parts/page-link.tsx';
import { useCan } from '../session/session.ts';
import { BulkJobs } from './bulk-jobs.tsx';
import { Health } from './health.tsx';
import { OnecJobPage } from './onec-job-page.tsx';

/** How the shop is and what its worker does; work on many records at once. */
export default function Jobs() {
  const toAddress = useAddress();
  const maySeeHealth = useCan('jobs.read');
  return (
    <Routes>
      <Route index element={maySeeHealth ? <Health /> : <Navigate to={toAddress('/jobs/bulk')} replace />} />
      <Route path="bulk" element={<BulkJobs />} />
      <Route path="onec/:id" element={<OnecJobPage />} />
    </Routes>
  );
}
