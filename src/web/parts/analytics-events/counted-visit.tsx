import { useEffect, useRef, useState } from 'react';
import { useFetcher, useFetchers, useLocation, useMatches, useNavigation } from 'react-router';
import {
  type Counted,
  type OpenPages,
  openPages,
  type PageHandle,
  type PageState,
  type RootData,
} from '#web/parts/analytics/open-pages.ts';
import { start } from './start.ts';

/**
 * What is counted is read from React Router's hooks and from the page as it stands, so that no page carries code for
 * the counter.
 */
export function CountedVisit({ setting }: { setting: string }) {
  const { state, fetchers, reportFetched } = usePageState();
  const pages = useRef<OpenPages>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins with the state at hand, later ones are told below
  useEffect(() => {
    pages.current = openPages(state);
    return start(setting, pages.current);
  }, [setting]);
  useEffect(() => pages.current?.change(state));
  return fetchers.map((key) => <Fetched key={key} fetcher={key} tell={reportFetched} />);
}

function usePageState() {
  const location = useLocation();
  const navigation = useNavigation();
  const matches = useMatches();
  const underWay = useFetchers();
  const [fetched, setFetched] = useState<{ of: string; data: unknown[] }>({ of: '', data: [] });
  const [met, setMet] = useState<{ of: string; keys: string[] }>({ of: '', keys: [] });
  // Those met on this page; another page lets them go.
  const known = met.of === location.key ? met.keys : [];
  const added = underWay.map(({ key }) => key).filter((key) => !known.includes(key));
  useEffect(() => {
    if (added.length > 0) setMet({ of: location.key, keys: [...known, ...added] });
  });
  const last = matches.at(-1);
  const { counted } = (last?.handle ?? {}) as Partial<PageHandle>;
  const state: PageState = {
    location,
    isIdle: navigation.state === 'idle',
    submissions: [navigation, ...underWay],
    root: matches[0]?.loaderData as RootData,
    data: matches.map(({ loaderData }) => loaderData),
    fetched: fetched.of === location.key ? fetched.data : [],
    // A page that says what is wrong has no data of its own; of another, `PageHandle` holds its data to its kind.
    counted:
      counted && last?.loaderData ? ({ kind: counted, params: last.params, data: last.loaderData } as Counted) : null,
  };
  const reportFetched = (data: unknown) =>
    setFetched((before) => ({
      of: location.key,
      data: before.of === location.key ? [...before.data, data] : [data],
    }));
  return { state, fetchers: [...known, ...added], reportFetched };
}

/**
 * React Router tells of all fetchers while they are under way only; what one has brought is known to who asks for it by
 * its key.
 */
function Fetched({ fetcher, tell }: { fetcher: string; tell: (data: unknown) => void }) {
  const { data } = useFetcher({ key: fetcher });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer once
  useEffect(() => {
    if (data) tell(data);
  }, [data]);
  return null;
}
