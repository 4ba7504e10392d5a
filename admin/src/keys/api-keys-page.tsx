import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { scopeWords } from '#shared/exchange-words.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { useSession } from '../session/session.ts';
import { ApiKeyDialog } from './api-key-dialog.tsx';
import { KeysTabs } from './keys-tabs.tsx';

type Keys = Got<'/api/admin/api-keys'>;
type Key = Keys['items'][number];

/** Keys of programs that send prices and stock. */
export function ApiKeysPage() {
  const queries = useQueryClient();
  const list = useGot<Keys>('/api/admin/api-keys');
  const [isMaking, setMaking] = useState(false);
  const [ending, setEnding] = useState<Key | null>(null);
  const reload = () => void queries.invalidateQueries();
  const columns = useColumns(setEnding);
  return (
    <PageFrame
      title="Ключи обмена"
      beside={<KeysTabs />}
      actions={
        <Button kind="primary" onClick={() => setMaking(true)}>
          Выдать ключ
        </Button>
      }
    >
      <p className="soft">
        С ключом другая программа присылает в магазин цены и остатки. Как это делать, её программист прочитает в
        описании вызовов: <a href="/api/docs">/api/docs</a>.
      </p>
      <WholeList
        name="api-keys"
        list={list}
        rows={list.data?.items}
        label="Ключи обмена"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={<Empty title="Ключей пока нет">Выдайте ключ, чтобы складская программа присылала остатки сама.</Empty>}
      />
      {isMaking ? <ApiKeyDialog onClose={() => setMaking(false)} onMade={reload} /> : null}
      {ending ? (
        <EndDialog
          apiKey={ending}
          onClose={() => setEnding(null)}
          onDone={() => {
            setEnding(null);
            reload();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

function useColumns(onEnd: (key: Key) => void): Column<Key>[] {
  const { me } = useSession();
  const names = new Map(me.branches.map(({ id_1c, name }) => [id_1c, name]));
  return [
    { key: 'name', label: 'Чей', render: ({ name }) => <span className="strong cell-cut">{name}</span> },
    { key: 'hint', label: 'Начало', render: ({ hint }) => <code>{hint}…</code> },
    { key: 'scopes', label: 'Права', render: ({ scopes }) => scopes.map((scope) => scopeWords[scope]).join(', ') },
    {
      key: 'branches',
      label: 'Филиалы',
      render: ({ departments }) => (
        <span className="cell-cut">
          {departments.length === 0 ? 'все' : departments.map((id) => names.get(id) ?? id).join(', ')}
        </span>
      ),
    },
    { key: 'made', label: 'Выдан', render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'used',
      label: 'Последний вызов',
      render: ({ used_at: at }) => (at ? <span className="num">{shortMoment(at)}</span> : 'не было'),
    },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ ended_at: at }) =>
        at ? <Tag tone="bad">отозван {shortMoment(at)}</Tag> : <Tag tone="good">действует</Tag>,
    },
    {
      key: 'end',
      label: 'Действие',
      isAction: true,
      render: (key) =>
        key.ended_at ? null : (
          <Button size="small" aria-label={`Отозвать ключ ${key.name}`} onClick={() => onEnd(key)}>
            Отозвать
          </Button>
        ),
    },
  ];
}

/** It cannot be taken back: the program stops at once, and a key that has ended never works again. */
function EndDialog({ apiKey, onClose, onDone }: { apiKey: Key; onClose: () => void; onDone: () => void }) {
  const verb = useVerb(onDone);
  return (
    <Dialog title={`Отозвать ключ «${apiKey.name}»?`} onClose={onClose}>
      <div className="form">
        <p>Программа с этим ключом сразу перестанет менять цены и остатки. Вернуть ключ нельзя, только выдать новый.</p>
        <Problem words={verb.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Оставить</Button>
          <Button kind="danger" isBusy={verb.isBusy} onClick={() => verb.run(`/api/admin/api-keys/${apiKey.id}/end`)}>
            Отозвать
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
