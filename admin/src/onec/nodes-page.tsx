import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { ChangeNodeDialog } from './change-node-dialog.tsx';
import { GuardDialog } from './guard-dialog.tsx';
import { NodeDialog, PasswordDialog } from './node-dialogs.tsx';
import { ownFieldWords } from './node-words.ts';
import { OnecTabs } from './onec-tabs.tsx';
import { OrderBranches } from './order-branches.tsx';

export type Node = Got<'/api/admin/onec-nodes'>['items'][number];
export type Password = { id: number; login: string; password: string };
type Sessions = Got<'/api/admin/onec-sessions'>;

/** Bases of 1C that may connect, what holds their packages, and when they were here. */
export function NodesPage() {
  const { me } = useSession();
  const queries = useQueryClient();
  const { data, error, refetch } = useGot<Got<'/api/admin/onec-nodes'>>('/api/admin/onec-nodes');
  const sessions = useGot<Sessions>('/api/admin/onec-sessions');
  const [isMaking, setMaking] = useState(false);
  const [password, setPassword] = useState<Password | null>(null);
  const mayChange = me.permissions.includes('exchange.map');
  const reload = () => void queries.invalidateQueries();
  return (
    <PageFrame
      title="Узлы обмена"
      crumbs={[{ label: 'Обмен с 1С', to: '/onec' }]}
      beside={<OnecTabs />}
      actions={
        mayChange ? (
          <Button kind="primary" onClick={() => setMaking(true)}>
            Создать узел
          </Button>
        ) : null
      }
    >
      {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !data ? <Skeleton rows={6} /> : null}
      {data?.items.length === 0 ? (
        <div className="panel">
          <Empty title="Узлов пока нет">
            Обмен с 1С закрыт: создайте узел, его имя и пароль укажите в настройках 1С.
          </Empty>
        </div>
      ) : null}
      {data?.items.map((node) => (
        <NodeCard key={node.id} node={node} mayChange={mayChange} onChanged={reload} onPassword={setPassword} />
      ))}
      {data && data.items.length > 0 ? (
        <OrderBranches nodes={data.items} mayChange={mayChange} onChanged={reload} />
      ) : null}
      {sessions.data && sessions.data.items.length > 0 ? <SessionList sessions={sessions.data} /> : null}
      {isMaking ? (
        <NodeDialog
          onClose={() => setMaking(false)}
          onDone={(made) => {
            setMaking(false);
            setPassword(made);
            reload();
          }}
        />
      ) : null}
      {password ? <PasswordDialog given={password} onClose={() => setPassword(null)} /> : null}
    </PageFrame>
  );
}

type CardProps = { node: Node; mayChange: boolean; onChanged: () => void; onPassword: (given: Password) => void };

function NodeCard({ node, mayChange, onChanged, onPassword }: CardProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const guard = node.guards.find((one) => one.guard === opened);
  const [isChanging, setChanging] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const renew = useVerb<Password>(onPassword);
  const [isPending, setPending] = useState(false);
  async function change(fields: Partial<Node>) {
    setFailure(null);
    setPending(true);
    // Its version is that of the moment of pressing: one field is set, whatever else has changed since.
    const path = `/api/admin/onec-nodes/${node.id}`;
    try {
      const { headers } = await request(path);
      await request(path, { method: 'PATCH', body: fields, headers: { 'If-Match': headers.get('ETag') ?? '' } });
      onChanged();
    } catch (error) {
      setFailure(error instanceof RequestError ? error.message : 'Не получилось. Повторите');
    } finally {
      setPending(false);
    }
  }
  return (
    <section className="panel onec-card" aria-label={node.name}>
      <h2>
        {node.name} {node.is_on ? <Tag tone="good">включён</Tag> : <Tag tone="bad">выключен</Tag>}
      </h2>
      <p className="soft">
        Имя пользователя {node.login};{' '}
        {node.signed_in_at ? `последний вход ${shortMoment(node.signed_in_at)}` : 'ещё не входил'}; пакетов{' '}
        {formatCount(node.packages)}; {node.networks ? `только с ${node.networks}` : 'с любого адреса'}; {node.encoding}
        ; часть файла до {formatCount(Math.floor(node.file_limit / 1024))} КБ
        {node.takes_zip ? '' : '; без архивов'}
        {node.stock_excludes_reserves ? '; остатки без отложенного для заказов' : ''}
        {node.day_pays_whole ? '' : '; оплату без суммы проверяют люди'}
        {node.is_default ? '; пароль задан в настройках сервера' : ''}
      </p>
      {node.own_fields.length > 0 ? (
        <p className="soft">Магазин ведёт сам, обмен не меняет: {ownFieldWords(node.own_fields)}</p>
      ) : null}
      <h3>Пакет ждёт решения, если</h3>
      <p className="soft small">Сам или вместе с пакетами, принятыми за сутки без вопросов</p>
      <ul className="map-rows">
        {node.guards.map((one) => (
          <li key={one.guard}>
            <span>{one.words}</span>
            {mayChange ? (
              <Button size="small" aria-label={`Изменить: ${one.title}`} onClick={() => setOpened(one.guard)}>
                Изменить
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <Problem words={failure ?? renew.problem} />
      {mayChange ? (
        <p className="row-buttons">
          <Button size="small" aria-label={`Изменить узел: ${node.name}`} onClick={() => setChanging(true)}>
            Изменить узел
          </Button>
          <Button size="small" isBusy={isPending} onClick={() => void change({ is_on: !node.is_on })}>
            {node.is_on ? 'Выключить узел' : 'Включить узел'}
          </Button>
          {node.is_default ? null : (
            <Button
              size="small"
              isBusy={renew.isBusy}
              onClick={() => renew.run(`/api/admin/onec-nodes/${node.id}/password`)}
            >
              Выдать новый пароль
            </Button>
          )}
        </p>
      ) : null}
      {isChanging ? (
        <ChangeNodeDialog
          node={node}
          onClose={() => setChanging(false)}
          onDone={() => {
            setChanging(false);
            onChanged();
          }}
        />
      ) : null}
      {guard ? (
        <GuardDialog
          node={node}
          guard={guard}
          onClose={() => setOpened(null)}
          onDone={() => {
            setOpened(null);
            onChanged();
          }}
        />
      ) : null}
    </section>
  );
}

function SessionList({ sessions }: { sessions: Sessions }) {
  return (
    <section className="panel onec-card" aria-label="Последние сеансы">
      <h2>Последние сеансы</h2>
      <ul className="map-rows">
        {sessions.items.map((one) => (
          <li key={one.id}>
            <span>
              <span className="num">{shortMoment(one.started_at)}</span> {one.node},{' '}
              {one.type === 'sale' ? 'заказы' : 'товары'}, {one.end_words}
            </span>
            <span className="soft small">
              файлов {formatCount(one.files)}, {formatCount(Math.ceil(one.bytes / 1024))} КБ, {one.address}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
