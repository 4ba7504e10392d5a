import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HomeLayouts, MenuLinkRow } from '../content/content-types.ts';
import { blockLabels, layoutStates, placeLabels } from '../content/content-words.ts';
import { gotQuery } from '../parts/got.ts';
import { PageLink } from '../parts/page-link.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';

type Row = { id: number; department_id_1c: string | null };

/** What stands in the menus and on the home page of a branch: its own, and what all branches have. */
export function BlocksTab({ id }: { id: string }) {
  return (
    <>
      <Rows<HomeLayouts['items'][number]>
        path="/api/admin/home-layouts"
        branch={id}
        title="Главная страница"
        whole={{ to: '/content/home', label: 'Все планы главной' }}
        none="Планов нет: главная стоит как обычно."
        row={({ id, state, blocks }) => (
          <>
            <PageLink to={`/content/home/${id}`}>
              {blocks.map((block) => blockLabels[block] ?? block).join(', ')}
            </PageLink>{' '}
            <Tag tone={layoutStates[state].tone}>{layoutStates[state].label}</Tag>
          </>
        )}
      />
      <Rows<MenuLinkRow>
        path="/api/admin/menu-links"
        branch={id}
        title="Меню"
        whole={{ to: '/content/menu', label: 'Все меню' }}
        none="Ссылок нет."
        row={({ place, column_title, name, url, is_draft }) => (
          <>
            {name} <span className="soft">{[placeLabels[place], column_title, url].filter(Boolean).join(', ')}</span>{' '}
            {is_draft ? <Tag tone="warn">Черновик</Tag> : null}
          </>
        )}
      />
    </>
  );
}

type Props<One> = {
  path: string;
  branch: string;
  title: string;
  whole: { to: string; label: string };
  none: string;
  row: (one: One) => ReactNode;
};

function Rows<One extends Row>({ path, branch, title, whole, none, row }: Props<One>) {
  const { data, error, refetch } = useQuery(gotQuery<{ items: One[] }>(path, branch));
  const shown = data?.items.filter(({ department_id_1c: of }) => of === null || of === branch) ?? [];
  const parts = [
    { heading: 'Только у этого филиала', rows: shown.filter(({ department_id_1c: of }) => of !== null) },
    { heading: 'Общее для всех', rows: shown.filter(({ department_id_1c: of }) => of === null) },
  ];
  return (
    <section className="panel branch-part" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <div className="panel-actions">
          <PageLink to={whole.to}>{whole.label}</PageLink>
        </div>
      </div>
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={3} /> : null}
      {data && shown.length === 0 ? <p className="soft">{none}</p> : null}
      {parts.map(({ heading, rows }) =>
        rows.length > 0 ? (
          <div key={heading}>
            <h3>{heading}</h3>
            <ul>
              {rows.map((one) => (
                <li key={one.id}>{row(one)}</li>
              ))}
            </ul>
          </div>
        ) : null,
      )}
    </section>
  );
}
