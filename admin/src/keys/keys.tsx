import '../styles/shop.css';
import '../styles/onec.css';
import { Route, Routes } from 'react-router';
import { ApiKeysPage } from './api-keys-page.tsx';
import { WebhookPage } from './webhook-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

/** What other programs need: keys that open calls to them, addresses that are notified of events. */
export default function Keys() {
  return (
    <Routes>
      <Route index element={<ApiKeysPage />} />
      <Route path="webhooks" element={<WebhooksPage />} />
      <Route path="webhooks/:id" element={<WebhookPage />} />
    </Routes>
  );
}
