import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { StaticPartsContext, staticPartsOfDocument } from './shell/static-html.tsx';

const parts = staticPartsOfDocument();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StaticPartsContext value={parts}>
        <HydratedRouter />
      </StaticPartsContext>
    </StrictMode>,
  );
});
