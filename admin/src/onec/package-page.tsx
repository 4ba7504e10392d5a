import { useQueryClient } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { countOf, formatCount } from '#shared/plurals.ts';
import { useEvery } from '../events/live.tsx';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { useSession } from '../session/session.ts';
import { LeftWords } from './left-words.tsx';
import { PackageRows, type RowsTab } from './package-rows.tsx';
import { packageTones } from './packages-list.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';

export type Package = Got<'/api/admin/onec-packages/{id}'>;

const crumbs = [{ label: 'Обмен с 1С', to: '/onec' }];

/** One package: what it changes, why it waits, and the decision. */
export function PackagePage() {
  const { id = '' } = useParams();
  const path = `/api/admin/onec-packages/${encodeURIComponent(id)}`;
  const { data, error, refetch } = useGot<Package>(path, { every: useEvery(3_000, 30_000) });
  if (!data)
    return (
      <PageFrame title={`Пакет № ${id}`} crumbs={crumbs}>
        <div className="panel">
          {error ? <LoadFailure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />}
        </div>
      </PageFrame>
    );
  return <Shown path={path} found={data} />;
}

function Shown({ path, found }: { path: string; found: Package }) {
  const { me } = useSession();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'refuse' | 'rollback' | null>(null);
  const [tab, setTab] = useState<RowsTab | null>(null);
  const openTab = (next: RowsTab) => {
    setTab(next);
    const rows = document.getElementById('package-rows');
    rows?.scrollIntoView({ block: 'start' });
    rows?.focus({ preventScroll: true });
  };
  const reload = () => {
    setAsked(null);
    void queries.invalidateQueries();
  };
  const decide = useVerb(reload);
  const mayDecide = me.permissions.includes('exchange.decide') && found.state === 'held';
  const canStop =
    me.permissions.includes('exchange.decide') && (found.state === 'waiting' || found.state === 'importing');
  const mayRollBack = me.permissions.includes('exchange.rollback') && found.may_roll_back;
  return (
    <PageFrame
      title={`Пакет № ${found.id}`}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={packageTones[found.state]}>{found.state_words}</Tag>
          <span className="soft small">
            {found.node ?? 'команда'}, {shortMoment(found.received_at)}
          </span>
        </>
      }
      actions={
        <>
          {mayDecide ? (
            <>
              <Button kind="danger" onClick={() => setAsked('refuse')}>
                Отклонить
              </Button>
              <Button isBusy={decide.isBusy} onClick={() => decide.run(`${path}/approve`, { keeps_on: true })}>
                Принять без выключения
              </Button>
              <Button
                kind="primary"
                isBusy={decide.isBusy}
                onClick={() => decide.run(`${path}/approve`, { keeps_on: false })}
              >
                {found.kept_out.length > 0 ? 'Принять без отмеченного' : 'Принять целиком'}
              </Button>
            </>
          ) : null}
          {canStop ? (
            <Button isBusy={decide.isBusy} onClick={() => decide.run(`${path}/cancel`)}>
              Остановить
            </Button>
          ) : null}
          {mayRollBack ? (
            <Button kind="danger" onClick={() => setAsked('rollback')}>
              Откатить пакет
            </Button>
          ) : null}
        </>
      }
    >
      <Problem words={decide.problem} />
      {found.note && found.state !== 'held' ? <p className="note">{found.note}</p> : null}
      {found.rollback ? (
        <RolledBack found={found.rollback} who={found.rolled_back_by} at={found.rolled_back_at} />
      ) : null}
      <div className={found.guards.length > 0 ? 'onec-top with-guards' : 'onec-top'}>
        <WhatChanges found={found} />
        {found.guards.length > 0 ? <Guards found={found} openTab={openTab} /> : null}
      </div>
      <PackageRows path={path} found={found} mayDecide={mayDecide} chosen={tab} setChosen={setTab} onChanged={reload} />
      {asked === 'refuse' ? <RefuseDialog path={path} onClose={() => setAsked(null)} onDone={reload} /> : null}
      {asked === 'rollback' ? (
        <RollbackDialog path={path} id={found.id} onClose={() => setAsked(null)} onDone={reload} />
      ) : null}
    </PageFrame>
  );
}

function WhatChanges({ found }: { found: Package }) {
  const { counts, changes, files, seconds, state, decided_by: who, decided_at: at, keeps_on: keepsOn } = found;
  const took =
    seconds === null ? '' : `${state === 'held' ? 'репетиция заняла' : 'заняло'} ${formatCount(Math.ceil(seconds))} с`;
  return (
    <section className="panel onec-card" aria-label="Что изменится">
      <h2>{state === 'imported' || state === 'rolled_back' ? 'Что изменилось' : 'Что изменится'}</h2>
      <p className="soft small">
        {[took, state === 'held' && 'в магазине не изменено ничего'].filter(Boolean).join(', ')}
      </p>
      {who ? (
        <p className="small">
          Решение: {who}
          {at ? `, ${shortMoment(at)}` : ''}
          {keepsOn ? ', без выключения' : ''}
        </p>
      ) : null}
      {files.length > 0 ? (
        <p className="soft small">
          {files
            .slice(0, 6)
            .map(({ name, bytes }) => `${name}, ${formatCount(Math.ceil(bytes / 1024))} КБ`)
            .join(' · ')}
          {files.length > 6 ? ` и ещё ${countOf(files.length - 6, 'файл', 'файла', 'файлов')}` : ''}
        </p>
      ) : null}
      {counts.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="onec-scroll" aria-label="Счётчики" tabIndex={0}>
          <table className="counts">
            <thead>
              <tr>
                <td />
                {['В пакете', 'Появится', 'Изменится', 'Без изменений', 'Выключится', 'Отклонено'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((one) => (
                <tr key={one.name}>
                  <th scope="row">{one.name}</th>
                  <td className="strong">{formatCount(one.read)}</td>
                  <td className={one.created ? 'good' : 'soft'}>{formatCount(one.created)}</td>
                  <td>{formatCount(one.changed)}</td>
                  <td className="soft">{formatCount(one.unchanged)}</td>
                  <td className={one.switched_off ? 'bad' : 'soft'}>{formatCount(one.switched_off)}</td>
                  <td className={one.refused ? 'warn' : 'soft'}>{formatCount(one.refused)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {changes.length > 0 ? (
        <dl className="facts">
          {changes.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>В магазине ничего не меняется.</p>
      )}
    </section>
  );
}

/** Where the rows stand that a guard speaks of. */
const rowsOfGuard: Record<Package['guards'][number]['guard'], RowsTab> = {
  switched_off: 'switched_off',
  groups_gone: 'groups',
  price_moved: 'prices',
  price_gone: 'prices',
  stock_gone: 'stock',
  units_changed: 'fields',
};

type GuardsProps = { found: Package; openTab: (tab: RowsTab) => void };

function Guards({ found: { guards, kinds }, openTab }: GuardsProps) {
  return (
    <section className="panel onec-card" aria-label="Сработали предохранители">
      <h2>
        <ShieldAlert size={16} aria-hidden="true" /> Сработали предохранители
      </h2>
      <ul className="guards">
        {guards.map(({ guard, words }) => (
          <li key={guard} className="note note-bad">
            <span>{words}</span>
            {kinds.some(({ kind }) => kind === rowsOfGuard[guard]) ? (
              <Button size="small" onClick={() => openTab(rowsOfGuard[guard])}>
                Разобрать
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="soft small">
        Пределы задаются у каждого узла: <PageLink to="/onec/nodes">Узлы обмена</PageLink>
      </p>
    </section>
  );
}

function RolledBack({
  found,
  who,
  at,
}: {
  found: NonNullable<Package['rollback']>;
  who: string | null;
  at: string | null;
}) {
  return (
    <section className="panel onec-card" aria-label="Откат">
      <h2>Откат</h2>
      {who && at ? (
        <p className="small">
          Отменено: {who}, {shortMoment(at)}
        </p>
      ) : null}
      <p>
        Возвращено, как было: товары {formatCount(found.goods)}, цены {formatCount(found.prices)}, остатки{' '}
        {formatCount(found.stock)}, группы {formatCount(found.groups)}.
        {found.created_off > 0 ? ` Новые товары выключены: ${formatCount(found.created_off)}.` : ''}
      </p>
      {found.left > 0 ? <p>Осталось, как изменили после пакета: {formatCount(found.left)}.</p> : null}
      <LeftWords left={found.left} words={found.words} />
    </section>
  );
}
