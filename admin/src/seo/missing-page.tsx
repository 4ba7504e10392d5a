import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { formatDay } from '#shared/dates.ts';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import { RedirectDialog } from './redirect-dialog.tsx';
import { SeoTabs } from './seo-tabs.tsx';
import type { MissingPath } from './seo-types.ts';

type Target = { to_path: string | null; label: string | null };
type Making = { path: string; to: { path: string; label: string } | undefined };

/** Addresses that people ask for in vain; a press and another make each lead somewhere. */
export function MissingPage() {
  const address = useListAddress(['q', 'state'], '-times');
  const { filter, sort, page, perPage } = address;
  const { q: [q = ''] = [], state = [] } = filter;
  const isIgnored = state.includes('ignored');
  const queries = useQueryClient();
  const redirecting = useRedirecting();
  const { making, close } = redirecting;
  const reload = () => void queries.invalidateQueries();
  const ignore = useVerb(reload);
  const list = useGetList<MissingPath>(
    'missing-paths',
    { filter: { q, is_ignored: isIgnored }, sort, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame title="Ненайденные адреса" crumbs={[{ label: 'SEO', to: '/seo' }]} beside={<SeoTabs />}>
      <div className="filters">
        <FilterText label="Адрес" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
        <FilterChips
          label="Какие показать"
          choices={[{ value: 'ignored', label: 'Убранные' }]}
          chosen={state}
          onChange={(chosen) => address.setFilter({ state: chosen })}
        />
        <span className="soft">Кто спрашивал, не записывается</span>
      </div>
      <Problem words={ignore.problem} />
      <RecordList
        name="missing-paths"
        list={list}
        address={address}
        label="Ненайденные адреса"
        columns={columnsOf(redirecting, ignore)}
        keyOf={({ id }) => id}
        empty={
          <Empty title="Ненайденных адресов нет">Здесь появятся адреса, по которым магазин показал ошибку 404.</Empty>
        }
      />
      {making ? (
        <RedirectDialog
          from={making.path}
          to={making.to}
          onClose={close}
          onDone={() => {
            close();
            reload();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

/** Which address a redirect is being made for: the server is asked first where it was most likely meant to lead. */
function useRedirecting() {
  const [making, setMaking] = useState<Making | null>(null);
  const [opening, setOpening] = useState<string | null>(null);

  async function open(path: string) {
    setOpening(path);
    const target = await request<Target>('/api/admin/missing-paths/target', { method: 'POST', body: { path } })
      .then(({ body }) => body)
      // Without a guess the address is typed.
      .catch(() => null);
    const to = target?.to_path && target.label ? { path: target.to_path, label: target.label } : undefined;
    setMaking({ path, to });
    setOpening(null);
  }

  return { making, opening, open, close: () => setMaking(null) };
}

function columnsOf(
  redirecting: { opening: string | null; open: (path: string) => Promise<void> },
  ignore: { isBusy: boolean; run: (path: string, body: object) => void },
): Column<MissingPath>[] {
  return [
    {
      key: 'path',
      label: 'Адрес',
      sort: 'path',
      render: ({ path }) => (
        <span className="path cell-cut strong" title={path}>
          {path}
        </span>
      ),
    },
    {
      key: 'times',
      label: 'Раз',
      sort: 'times',
      align: 'right',
      render: ({ times }) => <b className="num">{formatCount(times)}</b>,
    },
    {
      key: 'branches',
      label: 'Филиалы',
      align: 'right',
      render: ({ branches }) => <span className="num">{formatCount(branches)}</span>,
    },
    { key: 'first', label: 'Впервые', sort: 'first_day', render: ({ first_day: day }) => formatDay(day) },
    { key: 'last', label: 'Последний раз', sort: 'last_day', render: ({ last_day: day }) => formatDay(day) },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: ({ path, is_ignored: isOff }) => (
        <span className="row-buttons">
          <Button
            size="small"
            isBusy={redirecting.opening === path}
            aria-label={`Перенаправить ${path}`}
            onClick={() => void redirecting.open(path)}
          >
            Перенаправить…
          </Button>
          <Button
            size="small"
            isBusy={ignore.isBusy}
            aria-label={`${isOff ? 'Вернуть в список' : 'Убрать из списка'} ${path}`}
            onClick={() => ignore.run('/api/admin/missing-paths/ignore', { paths: [path], is_ignored: !isOff })}
          >
            {isOff ? 'Вернуть' : 'Убрать'}
          </Button>
        </span>
      ),
    },
  ];
}
