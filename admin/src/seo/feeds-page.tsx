import { useState } from 'react';
import { formatDateTime } from '#shared/dates.ts';
import { feedFiles } from '#shared/feed-files.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { Help } from '../parts/help.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag, type Tone } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { SeoTabs } from './seo-tabs.tsx';

type Look = Got<'/api/admin/feed-looks'>['items'][number];

const states: Record<Look['state'], { label: string; tone: Tone }> = {
  good: { label: 'в порядке', tone: 'good' },
  few: { label: 'мало', tone: 'warn' },
  broken: { label: 'с ошибкой', tone: 'bad' },
};

/** Whether search engines get the site map and the feeds of each branch, as the shop saw when it last read them. */
export function FeedsPage() {
  /** The newest look when a check was asked for, which takes minutes; null: none was. */
  const [before, setBefore] = useState<string | null>(null);
  const list = useGot<{ items: Look[] }>('/api/admin/feed-looks', {
    every: ({ state: { data } }) => (isUnderWay(data?.items, before) ? 5_000 : false),
  });
  const newest =
    list.data?.items
      .map(({ looked_at }) => looked_at)
      .sort()
      .at(-1) ?? '';
  const check = useVerb(() => setBefore(newest));
  const branchName = useBranchName();
  return (
    <PageFrame
      title="Карта сайта и выгрузки"
      crumbs={[{ label: 'SEO', to: '/seo' }]}
      beside={<SeoTabs />}
      actions={
        <Button isBusy={check.isBusy} onClick={() => check.run('/api/admin/feed-looks/check')}>
          Проверить сейчас
        </Button>
      }
    >
      <div className="filters">
        <span className="soft" role="status">
          {before === null
            ? 'Магазин проверяет их трижды в день.'
            : isUnderWay(list.data?.items, before)
              ? 'Проверка идёт, это занимает несколько минут.'
              : 'Проверка закончена.'}
        </span>
        <Help about="Карта сайта и выгрузки">
          Мало — вдвое меньше, чем при последней удачной проверке за неделю. С ошибкой — файл не собирается, пуст или
          размечен с ошибкой, либо страница из него не открывается. Страницы проверяются выборочно, до двадцати в файле.
        </Help>
      </div>
      <Problem words={check.problem} />
      <WholeList
        name="feeds"
        list={list}
        rows={list.data?.items}
        label="Карта сайта и выгрузки"
        columns={columnsOf(branchName)}
        keyOf={({ id }) => id}
        empty={<Empty title="Проверки ещё не было">Магазин проверит файлы сам, или нажмите «Проверить сейчас».</Empty>}
      />
    </PageFrame>
  );
}

/** Whether a file still shows what it showed `before` the check. */
function isUnderWay(looks: Look[] | undefined, before: string | null): boolean {
  if (before === null) return false;
  return !looks || looks.length === 0 || looks.some(({ looked_at }) => looked_at <= before);
}

function columnsOf(branchName: (id: string | null) => string): Column<Look>[] {
  return [
    { key: 'branch', label: 'Филиал', render: ({ department_id_1c: branch }) => branchName(branch) },
    {
      key: 'file',
      label: 'Файл',
      render: ({ file, address }) => (
        <a href={address} target="_blank" rel="noreferrer" className="strong">
          {feedFiles[file].label}
        </a>
      ),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state, reason }) => (
        <>
          <Tag tone={states[state].tone}>{states[state].label}</Tag>
          {reason === '' ? null : <span className="soft small block">{reason}</span>}
        </>
      ),
    },
    {
      key: 'count',
      label: 'В файле',
      align: 'right',
      render: ({ file, count, bytes }) => (
        <>
          <b className="num">{countOf(count, ...feedFiles[file].counted)}</b>
          <span className="soft small block num">{sizeWords(bytes)}</span>
        </>
      ),
    },
    {
      key: 'asked',
      label: 'Открыто страниц',
      align: 'right',
      render: ({ asked }) => <span className="num">{formatCount(asked)}</span>,
    },
    {
      key: 'looked',
      label: 'Проверено',
      render: ({ looked_at, took_ms }) => (
        <>
          {formatDateTime(looked_at)}
          <span className="soft small block">за {(took_ms / 1000).toLocaleString('ru-RU')} с</span>
        </>
      ),
    },
    {
      key: 'good',
      label: 'Было в порядке',
      render: ({ good_at, good_count }) =>
        good_at === null ? (
          'никогда'
        ) : (
          <>
            {formatDateTime(good_at)}
            <span className="soft small block num">{formatCount(good_count ?? 0)}</span>
          </>
        ),
    },
  ];
}

function sizeWords(bytes: number): string {
  const kilobytes = bytes / 1024;
  const [size, unit] = kilobytes < 1024 ? [kilobytes, 'КБ'] : [kilobytes / 1024, 'МБ'];
  return `${size.toLocaleString('ru-RU', { maximumFractionDigits: 1 })}\u00a0${unit}`;
}
