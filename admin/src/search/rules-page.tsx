import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList } from 'react-admin';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { useListAddress } from '../parts/list-address.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { RecordList } from '../parts/record-list.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { PublishRuleDialog } from './publish-rule-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { SearchTabs } from './search-tabs.tsx';
import type { Rule, RuleDraft, RuleKind } from './search-types.ts';

const words = {
  synonym: {
    label: 'Синонимы',
    add: 'Добавить синоним',
    empty: 'Синонимов пока нет',
    about: 'Кто ищет «болгарка», найдёт и «шлифмашина угловая».',
    part: 'synonyms',
  },
  redirect: {
    label: 'Перенаправления поиска',
    add: 'Добавить перенаправление',
    empty: 'Перенаправлений поиска пока нет',
    about: 'Запрос «доставка» ведёт на страницу о доставке вместо товаров.',
    part: 'search_redirects',
  },
  stop: {
    label: 'Стоп-слова',
    add: 'Добавить стоп-слово',
    empty: 'Стоп-слов пока нет',
    about: 'Слово, которое ничего не говорит о товаре: «купить».',
    part: 'stop_words',
  },
} as const satisfies Record<RuleKind, Record<string, string>>;

/** Rules of one kind: what stands there, adding and taking away with what it changes. */
export function RulesPage({ kind }: { kind: RuleKind }) {
  const address = useListAddress(['q'], 'words');
  const { filter, page, perPage } = address;
  const { q: [q = ''] = [] } = filter;
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Rule | null>(null);
  const [publishing, setPublishing] = useState<Rule | null>(null);
  const list = useGetList<Rule>(
    'search-rules',
    { filter: { kind, q }, sort: { field: 'words', order: 'ASC' }, pagination: { page, perPage } },
    { placeholderData: (before) => before },
  );
  const reload = () => void queries.invalidateQueries();
  const columns = useColumns(kind, { publish: setPublishing, remove: setRemoving });
  return (
    <PageFrame
      title={words[kind].label}
      crumbs={[{ label: 'Поиск', to: '/search' }]}
      beside={<SearchTabs />}
      actions={
        <Button kind="primary" onClick={() => setAdding(true)}>
          {words[kind].add}
        </Button>
      }
    >
      <div className="filters">
        <FilterText label="Слова правила" value={q} onChange={(typed) => address.setFilter({ q: [typed] })} />
      </div>
      <RecordList
        name="search-rules"
        list={list}
        address={address}
        label={words[kind].label}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<Empty title={words[kind].empty}>{words[kind].about}</Empty>}
      />
      {isAdding ? (
        <RuleDialog
          kind={kind}
          title={words[kind].add}
          onClose={() => setAdding(false)}
          onDone={() => {
            setAdding(false);
            reload();
          }}
        />
      ) : null}
      {publishing ? (
        <PublishRuleDialog
          title={`Опубликовать правило «${publishing.words}»`}
          q={publishing.words}
          branch={publishing.department_id_1c}
          rule={draftOf(publishing)}
          part={{ kind: words[kind].part, id: String(publishing.number) }}
          path={`/api/admin/search-rules/${publishing.id}/publish`}
          onClose={() => setPublishing(null)}
          onDone={() => {
            setPublishing(null);
            reload();
          }}
        />
      ) : null}
      {removing ? (
        <RemoveDialog
          title={`Снять правило «${removing.words}»`}
          q={removing.words}
          branch={removing.department_id_1c}
          remove={{ kind, id: removing.number }}
          path={`/api/admin/search-rules/${removing.id}/remove`}
          words={{ button: 'Снять правило', held: 'Всё равно снять' }}
          onClose={() => setRemoving(null)}
          onDone={() => {
            setRemoving(null);
            reload();
          }}
        />
      ) : null}
    </PageFrame>
  );
}

function draftOf({ kind, words, means, is_both }: Rule): RuleDraft {
  if (kind === 'stop') return { kind, words };
  return kind === 'redirect' ? { kind, words, means: means ?? '' } : { kind, words, means: means ?? '', is_both };
}

type Done = Record<'publish' | 'remove', (rule: Rule) => void>;

function useColumns(kind: RuleKind, { publish, remove }: Done): Column<Rule>[] {
  const branchName = useBranchName();
  return [
    { key: 'words', label: kind === 'stop' ? 'Слово' : 'Кто ищет', render: (rule) => <b>{rule.words}</b> },
    ...(kind === 'stop'
      ? []
      : [
          {
            key: 'means',
            label: kind === 'synonym' ? 'Находит и' : 'Ведёт на',
            render: ({ means }: Rule) => <span className="cell-cut">{means}</span>,
          },
        ]),
    ...(kind === 'synonym'
      ? [
          {
            key: 'both',
            label: 'Сторона',
            render: ({ is_both: isBoth }: Rule) => (isBoth ? 'в обе стороны' : 'в одну сторону'),
          },
        ]
      : []),
    { key: 'branch', label: 'Где', render: ({ department_id_1c: branch }) => branchName(branch) },
    {
      key: 'state',
      label: 'Сейчас',
      render: ({ is_draft: isDraft }) => (
        <Tag tone={isDraft ? 'info' : 'good'}>{isDraft ? 'черновик' : 'действует'}</Tag>
      ),
    },
    {
      key: 'actions',
      label: 'Действия',
      isAction: true,
      render: (rule) => (
        <span className="row-buttons">
          {rule.is_draft ? (
            <Button size="small" aria-label={`Опубликовать «${rule.words}»`} onClick={() => publish(rule)}>
              Опубликовать…
            </Button>
          ) : null}
          <Button size="small" aria-label={`Снять правило «${rule.words}»`} onClick={() => remove(rule)}>
            Снять…
          </Button>
        </span>
      ),
    },
  ];
}
