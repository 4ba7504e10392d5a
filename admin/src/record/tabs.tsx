import { useSearchParams } from 'react-router';
import { formatCount } from '#shared/plurals.ts';
import { useSession } from '../session/session.ts';

/** `needs`: a right without which the tab is not there. `count`: how many things stand in it; none is not said. */
export type Tab = { key: string; label: string; needs?: string; count?: number };

type Props = { label: string; tabs: readonly Tab[] };

/** Which tab the address names; the first one when it names none. */
export function useTab(tabs: readonly { key: string }[]): string {
  const [search] = useSearchParams();
  return tabs.find(({ key }) => key === search.get('tab'))?.key ?? tabs[0]?.key ?? '';
}

/** Those that the person may open. */
export function useAllowedTabs(tabs: readonly Tab[]): Tab[] {
  const { permissions } = useSession().me;
  return tabs.filter(({ needs }) => needs === undefined || permissions.includes(needs));
}

/** Parts of one record; the address keeps which is open. */
export function Tabs({ label, tabs }: Props) {
  const [, setSearch] = useSearchParams();
  const current = useTab(tabs);
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          aria-current={tab.key === current ? 'page' : undefined}
          onClick={() =>
            setSearch((search) => {
              const next = new URLSearchParams(search);
              if (tab.key === tabs[0]?.key) next.delete('tab');
              else next.set('tab', tab.key);
              return next;
            })
          }
        >
          {tab.label}
          {tab.count ? <b className="num">{` ${formatCount(tab.count)}`}</b> : null}
        </button>
      ))}
    </nav>
  );
}
