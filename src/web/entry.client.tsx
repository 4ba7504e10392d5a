import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadForChunk } from './parts/shell/chunk-reload.ts';
import { createDataCache } from './parts/shell/data-cache.ts';
import { showLoadingError } from './parts/shell/loading-bar.tsx';
import { StaticPartsContext, staticPartsOfDocument } from './parts/shell/static-html.tsx';
import { accountChangedEvent, signedAs } from './parts/visitor/signed-mark.ts';
import { pageIdle } from './ui/page-idle.ts';

const parts = staticPartsOfDocument();
const dataCache = createDataCache(window.fetch.bind(window), Date.now, signedAs);
window.fetch = dataCache.fetch;
window.addEventListener(accountChangedEvent, dataCache.forget);
// Called by React Router instead of its own unguarded reload: see `guardChunkReload` in vite.config.ts.
Object.assign(window, { __shopChunkFailed: reloadForChunk });

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

// S7-28: the counter of visits comes when everything else is done; a failure to load it is nobody's concern.
const counter = document.querySelector<HTMLMetaElement>('meta[name=counter]')?.content;
if (counter)
  (window.requestIdleCallback ?? setTimeout)(() =>
    import('./parts/analytics-events/start.ts').then(({ start }) => start(counter)).catch(() => {}),
  );

pageIdle
  .then(() => import('./parts/shell/settle.ts'))
  .then(({ settle }) => settle())
  .catch(() => {});
