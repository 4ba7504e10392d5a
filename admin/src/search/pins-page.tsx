import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Picture } from '../parts/picture.tsx';
import { Problem } from '../parts/problem.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { PinDialog } from './pin-dialog.tsx';
import { PublishRuleDialog } from './publish-rule-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { SearchTabs } from './search-tabs.tsx';
import type { Pin, RuleDraft } from './search-types.ts';

/** Goods pinned in answers to queries. */
export function PinsPage() {
  const address = useListAddress(['q'], 'words');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [] } = filter;
  const queries = useQueryClient();
  const [edited, setEdited] = useState<Pin | 'new' | null>(null);
  const [removing, setRemoving] = useState<Pin | null>(null);
  const [publishing, setPublishing] = useState<Pin | null>(null);
  const [removed, setRemoved] = useState<Pin | null>(null);
  const reload = () => void queries.invalidateQueries();
  const restore = useVerb(() => {
    setRemoved(null);
    reload();
  });
  const columns = useColumns({ edit: setEdited, publish: setPublishing, remove: setRemoving });
  const list = useGetList<Pin>(
    'search-pins',
    { filter: { q }, sort: { field: 'words', order: 'ASC' }, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  return (
    <PageFrame
      title="Закреплённые"
      crumbs={[{ label: 'Поиск', to: '/search' }]}
      beside={<SearchTabs />}
      actions={
        <Button kind="primary" onClick={() => setEdited('new')}>
          Закрепить товар
        </Button>
      }
    >
      <div className="filters">
        <FilterText label="Запрос" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
      </div>
      <Problem words={restore.problem} />
      {removed ? (
        <UndoNote
          words={`Откреплён: ${removed.product}`}
          isBusy={restore.isBusy}
          onOver={() => setRemoved(null)}
          onUndo={() => restore.run('/api/admin/search-pins', toSave(removed))}
        />
      ) : null}
      <RecordList
        name="search-pins"
        list={list}
        address={address}
        label="Закреплённые товары"
        columns={columns}
        keyOf={({ id }) => String(id)}
        empty={<Empty title="Закреплённых товаров пока нет">Товар встаёт на выбранное место в ответе на запрос.</Empty>}
      />
      {edited ? (
        <PinDialog
          {...(edited === 'new' ? {} : { pin: edited })}
          onClose={() => setEdited(null)}
          onDone={() => {
            setEdited(null);
            reload();
          }}
        />
      ) : null}
      {publishing ? (
        <PublishRuleDialog
          title={`Закрепить: ${publishing.product}`}
          q={publishing.words}
          branch={publishing.department_id_1c}
          rule={draftOf(publishing)}
          part={{ kind: 'pins', id: String(publishing.id) }}
          path={`/api/admin/search-pins/${publishing.id}/publish`}
          onClose={() => setPublishing(null)}
          onDone={() => {
            setPublishing(null);
            reload();
          }}
        />
      ) : null}
      {removing ? (
        <RemoveDialog
          title={`Открепить: ${removing.product}`}
          q={removing.words}
          branch={removing.department_id_1c}
          remove={{ kind: 'pin', id: removing.id }}
          path={`/api/admin/search-pins/${removing.id}/remove`}
          words={{ button: 'Открепить', held: 'Всё равно открепить' }}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoved(removing);
            setRemoving(null);
            reload();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

type Done = Record<'edit' | 'publish' | 'remove', (pin: Pin) => void>;

function useColumns({ edit, publish, remove }: Done): Column<Pin>[] {
  const branchName = useBranchName();
  return [
    { key: 'words', label: 'Запрос', render: ({ words }) => <b>{words}</b> },
    { key: 'place', label: 'Место', align: 'right', render: ({ position }) => <span className="num">{position}</span> },
    {
      key: 'product',
      label: 'Товар',
      render: ({ product_id: id, product, image }) => (
        <span className="pin-name">
          <Picture image={image} />
          <PageLink to={`/catalogue/${id}`} className="cell-cut">
            {product}
          </PageLink>
        </span>
      ),
    },
    { key: 'branch', label: 'Где', render: ({ department_id_1c: branch }) => branchName(branch) },
    { key: 'dates', label: 'Когда', render: ({ starts_at: from, ends_at: to }) => datesWords(from, to) },
    {
      key: 'state',
      label: 'Сейчас',
      render: stateOf,
    },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: (pin) => (
        <span className="row-buttons">
          {pin.is_draft ? (
            <Button size="small" aria-label={`Опубликовать: ${pin.product}`} onClick={() => publish(pin)}>
              Опубликовать…
            </Button>
          ) : null}
          <Button size="small" aria-label={`Изменить: ${pin.product}`} onClick={() => edit(pin)}>
            Изменить
          </Button>
          <Button size="small" aria-label={`Открепить: ${pin.product}`} onClick={() => remove(pin)}>
            Открепить…
          </Button>
        </span>
      ),
    },
  ];
}

function stateOf({ is_draft: isDraft, is_due: isDue, is_on: isOn }: Pin) {
  if (!isOn) return <Tag tone="bad">товар снят</Tag>;
  if (isDraft) return <Tag tone="info">черновик</Tag>;
  return <Tag tone={isDue ? 'good' : 'plain'}>{isDue ? 'действует' : 'не в срок'}</Tag>;
}

function draftOf({ words, product_id, position }: Pin): RuleDraft {
  return { kind: 'pin', words, product_id, position };
}

/** It stood there a moment ago: what it does to the quality was accepted then. */
function toSave({ words, product_id, position, department_id_1c, starts_at, ends_at, is_draft }: Pin) {
  return { words, product_id, position, department_id_1c, starts_at, ends_at, is_draft, accepts_fall: true };
}

function datesWords(from: string | null, to: string | null): string {
  if (from === null && to === null) return 'без срока';
  return `${from ? `с ${shortMoment(from)}` : ''} ${to ? `до ${shortMoment(to)}` : ''}`.trim();
}
