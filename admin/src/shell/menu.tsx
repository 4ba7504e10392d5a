import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#shared/plurals.ts';
import logo from '../../../src/web/images/logo.svg';
import { useEvery } from '../events/live.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { PageLink, PageNavLink } from '../parts/page-link.tsx';
import { request } from '../request.ts';
import { groups } from '../sections.ts';
import { useSections } from './use-sections.ts';

const everyMs = 60_000;

type Counters = Record<string, { count: number; is_overdue: boolean }>;

/** The menu at the side: words and icons, icons alone where the screen is narrow. */
export function MenuSide() {
  return (
    <section className="side" aria-label="Управление магазином">
      <PageLink to="/" className="brand" aria-label="Управление магазином, на главную">
        <img src={logo} alt="" width={58} height={21} />
        <span>
          управление
          <br />
          магазином
        </span>
      </PageLink>
      <Menu />
    </section>
  );
}

/** The same on a phone, in a window over the page. */
export function MenuSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Меню" onClose={onClose} className="menu-sheet">
      <Menu />
    </Dialog>
  );
}

function Menu() {
  const sections = useSections();
  const { data: counters } = useQuery({
    queryKey: ['counters'],
    queryFn: async ({ signal }) => (await request<Counters>('/api/admin/counters', { signal })).body,
    refetchInterval: useEvery(everyMs),
  });
  return (
    <nav className="menu" aria-label="Разделы">
      {groups.map((group, at) => {
        const own = sections.filter((section) => section.group === group && !section.isHidden);
        if (own.length === 0) return null;
        return (
          <div key={group} className="menu-group">
            {at > 0 ? <p className="menu-title">{group}</p> : null}
            <ul>
              {own.map(({ key, label, path, icon: Icon }) => (
                <li key={key}>
                  <PageNavLink to={path} title={label}>
                    <Icon size={16} aria-hidden="true" />
                    <span className="menu-label">{label}</span>
                    <Counter {...counters?.[key]} />
                  </PageNavLink>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Work that waits; in another colour, and said so, when some of it is late. */
function Counter({ count = 0, is_overdue: isOverdue = false }: Partial<Counters[string]>) {
  if (count === 0) return null;
  return (
    <span className={`counter num${isOverdue ? ' hot' : ''}`}>
      <span className="hidden-words">, ждут: </span>
      {formatCount(count)}
      {isOverdue ? <span className="hidden-words">, есть просроченные</span> : null}
    </span>
  );
}
