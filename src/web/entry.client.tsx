import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reloadForChunk } from './shell/chunk-reload.ts';
import { createDataCache } from './shell/data-cache.ts';
import { showLoadingError } from './shell/loading-bar.tsx';
import { StaticPartsContext, staticPartsOfDocument } from './shell/static-html.tsx';
import { accountChangedEvent, signedAs } from './signing/signed-mark.ts';

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
