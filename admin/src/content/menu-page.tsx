import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useGot } from '../parts/got.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useCan } from '../session/session.ts';
import { ContentTabs } from './content-tabs.tsx';
import type { MenuLinkRow } from './content-types.ts';
import { type Place, placeLabels } from './content-words.ts';
import { MenuColumn } from './menu-column.tsx';
import { MenuLinkDialog } from './menu-link-dialog.tsx';

const places: { place: Place; note: string }[] = [
  { place: 'header', note: 'Верхняя строка каждой страницы' },
  { place: 'side', note: 'Под разделами каталога' },
  { place: 'footer', note: 'Столбцы внизу каждой страницы' },
];

/** Menus of the shop: links in their order, in the footer by columns. */
export function MenuPage() {
  const { data, error, refetch } = useGot<{ items: MenuLinkRow[] }>('/api/admin/menu-links');
  const [asked, setAsked] = useState<{ link: MenuLinkRow | null; place: Place; column: string } | null>(null);
  const [removed, setRemoved] = useState<MenuLinkRow | null>(null);
  const mayChange = useCan('content.publish');
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries();
  const restore = useVerb(() => {
    setRemoved(null);
    refresh();
  });
  const links = data?.items;

  function putBack({ id: _, ...link }: MenuLinkRow) {
    restore.run('/api/admin/menu-links', link);
  }

  return (
    <PageFrame title="Меню">
      <ContentTabs />
      {removed ? (
        <p className="note note-good" role="status">
          {`Ссылка «${removed.name}» убрана.`}
          <Button kind="text" isBusy={restore.isBusy} onClick={() => putBack(removed)}>
            Вернуть
          </Button>
        </p>
      ) : null}
      <Problem words={restore.problem} />
      {error && !links ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !links ? <Skeleton rows={10} /> : null}
      {links
        ? places.map(({ place, note }) => {
            const own = links.filter((link) => link.place === place);
            return (
              <section key={place} className="panel" aria-labelledby={`menu-${place}`}>
                <div className="panel-head">
                  <h2 id={`menu-${place}`}>{placeLabels[place]}</h2>
                  <span className="soft small">{note}</span>
                  {mayChange ? (
                    <div className="panel-actions">
                      <Button
                        size="small"
                        icon={<Plus size={14} aria-hidden="true" />}
                        onClick={() => setAsked({ link: null, place, column: own.at(-1)?.column_title ?? '' })}
                      >
                        {place === 'footer' ? 'Ссылка или столбец' : 'Ссылка'}
                      </Button>
                    </div>
                  ) : null}
                </div>
                {own.length === 0 ? (
                  <Empty title="Ссылок нет">Добавьте первую: она встанет на своё место.</Empty>
                ) : null}
                <div className="menu-columns">
                  {columnsOf(own).map(({ title, links: column }) => (
                    <MenuColumn
                      key={title}
                      title={title}
                      links={column}
                      all={own}
                      mayChange={mayChange}
                      onEdit={(link) => setAsked({ link, place, column: link.column_title })}
                      onRemoved={(link) => {
                        setRemoved(link);
                        refresh();
                      }}
                      onMoved={refresh}
                    />
                  ))}
                </div>
              </section>
            );
          })
        : null}
      {asked ? (
        <MenuLinkDialog
          {...asked}
          columns={[...new Set((links ?? []).map(({ column_title: title }) => title).filter(Boolean))]}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null);
            refresh();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

/** Links by their columns, in the order in which the first link of each stands. */
function columnsOf(links: MenuLinkRow[]): { title: string; links: MenuLinkRow[] }[] {
  return [...Map.groupBy(links, ({ column_title: title }) => title)].map(([title, links]) => ({ title, links }));
}
