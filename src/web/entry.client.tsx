import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { showLoadingError } from './parts/shell/loading-bar.tsx';
import { StaticPartsContext, staticPartsOfDocument } from './parts/shell/static-html.tsx';
import { pageIdle } from './ui/page-idle.ts';

const parts = staticPartsOfDocument();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StaticPartsContext value={parts}>
        <HydratedRouter onError={showLoadingError} />
      </StaticPartsContext>
    </StrictMode>,
  );
});

pageIdle
  .then(() => import('./parts/shell/settle.ts'))
  .then(({ settle }) => settle())
  .catch(() => {});
