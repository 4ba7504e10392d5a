import { ThemeProvider } from '@mui/material/styles';
import { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { CoreAdminContext, memoryStore } from 'react-admin';
import { BrowserRouter, Navigate, Route, Routes, useLocation, useSearchParams } from 'react-router';
import { createAuthProvider } from './auth-provider.ts';
import { createDataProvider } from './data-provider.ts';
import { Live } from './events/live.tsx';
import { i18nProvider } from './i18n-provider.ts';
import { PageFailureBoundary } from './parts/page-failure.tsx';
import { PageFrame } from './parts/page-frame.tsx';
import { PageLink, useAddress } from './parts/page-link.tsx';
import { Empty, LoadingPage } from './parts/states.tsx';
import { currentBranch, RequestError } from './request.ts';
import { type Section, sections } from './sections.ts';
import { useSession } from './session/session.ts';
import { SessionGate } from './session/session-gate.tsx';
import { Shell } from './shell/shell.tsx';
import { useSections } from './shell/use-sections.ts';
import { makeTheme } from './theme.ts';

/** The back office: who works here, then the shell with the sections this person may see. */
export function App() {
  const [queries] = useState(createQueries);
  return (
    <BrowserRouter basename="/admin">
      <SessionGate onContinued={() => void queries.invalidateQueries()}>
        <Office queries={queries} />
      </SessionGate>
    </BrowserRouter>
  );
}

function Office({ queries }: { queries: QueryClient }) {
  const session = useSession();
  const [theme] = useState(makeTheme);
  const [store] = useState(() => memoryStore());
  const [dataProvider] = useState(createDataProvider);
  const authProvider = useMemo(() => createAuthProvider(session), [session]);
  return (
    <ThemeProvider theme={theme}>
      <CoreAdminContext
        queryClient={queries}
        dataProvider={dataProvider}
        authProvider={authProvider}
        i18nProvider={i18nProvider}
        store={store}
      >
        <Live>
          <Shell>
            <Pages />
          </Shell>
        </Live>
      </CoreAdminContext>
    </ThemeProvider>
  );
}

function Pages() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const allowed = useSections();
  return (
    // What is on the screen belongs to its branch: another one begins again.
    <PageFailureBoundary key={search.get('branch')} at={pathname}>
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {allowed[0] ? <Route index element={<Start section={allowed[0]} />} /> : null}
          {allowed.map(({ key, path }) => {
            const Screen = screens[key];
            return Screen ? <Route key={key} path={`${path}/*`} element={<Screen />} /> : null;
          })}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </PageFailureBoundary>
  );
}

const screens = Object.fromEntries(sections.map(({ key, load }) => [key, lazy(load)]));

function Start({ section }: { section: Section }) {
  return <Navigate to={useAddress()(section.path)} replace />;
}

function NotFound() {
  return (
    <PageFrame title="Такой страницы нет">
      <Empty title="По этому адресу ничего нет" action={<PageLink to="/">На главную</PageLink>}>
        Ссылка устарела, набрана с ошибкой, или у вас нет прав на эту страницу.
      </Empty>
    </PageFrame>
  );
}

/** What was read is kept apart for each branch; what failed for another reason than the request is tried once more. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryKeyHashFn: (key) => JSON.stringify([currentBranch(), key]),
        retry: (count, error) => count < 1 && error instanceof RequestError && error.status >= 500,
        retryDelay: 1_000,
        // A lost network is said at once, and the next request finds out whether it is back.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
