import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { magicUrl } from '#shared/urls.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink, useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import type { Column } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeList } from '../parts/whole-list.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { useRecord } from '../record/use-record.ts';
import { useSession } from '../session/session.ts';
import { CreateBar } from './new-coupon-page.tsx';
import { PromoTabs } from './promo-tabs.tsx';
import { ReadySetFields } from './ready-set-fields.tsx';
import { goodsWords, type ReadySet, readySetWords } from './ready-set-words.ts';

type Row = Got<'/api/admin/ready-sets'>['items'][number];

const path = '/promo/sets';
const crumbs = [{ label: 'Наборы', to: path }];

const columns: Column<Row>[] = [
  {
    key: 'name',
    label: 'Набор',
    render: ({ id, name }) => (
      <PageLink to={`${path}/${id}`} className="strong cell-cut">
        {name}
      </PageLink>
    ),
  },
  {
    key: 'goods',
    label: 'Товары',
    render: ({ goods }) => {
      const { count, problem } = goodsWords(goods);
      return (
        <span className="row-tags">
          <span className="num">{count}</span>
          {problem ? <Tag tone="warn">{problem}</Tag> : null}
        </span>
      );
    },
  },
  { key: 'text', label: 'Текст', render: ({ text }) => <span className="cell-cut">{text || '—'}</span> },
  {
    key: 'position',
    label: 'Место',
    align: 'right',
    render: ({ position }) => <span className="num">{position}</span>,
  },
  {
    key: 'changed_at',
    label: 'Изменён',
    render: ({ changed_at: at }) => <span className="num">{shortMoment(at)}</span>,
  },
];

/** Sets of goods that /lp/magic/ offers, in its order. */
export function ReadySetsList() {
  const navigate = useNavigate();
  const to = useAddress();
  const { all_branches: isOfAll } = useSession().me;
  const list = useGot<Got<'/api/admin/ready-sets'>>('/api/admin/ready-sets');
  return (
    <PageFrame
      title="Наборы"
      beside={<PromoTabs />}
      actions={
        <>
          <a className="btn btn-plain" href={magicUrl()} target="_blank" rel="noreferrer">
            <ExternalLink size={16} aria-hidden="true" /> Страница наборов
          </a>
          {isOfAll ? (
            <PageLink to={`${path}/new`} className="btn btn-primary">
              <Plus size={16} aria-hidden="true" /> Новый набор
            </PageLink>
          ) : null}
        </>
      }
    >
      <WholeList
        name="ready-sets"
        list={list}
        rows={list.data?.items}
        label="Наборы"
        columns={columns}
        keyOf={({ id }) => id}
        open={({ id }) => void navigate(to(`${path}/${id}`))}
        empty={
          <Empty
            title="Наборов пока нет"
            action={isOfAll ? <PageLink to={`${path}/new`}>Собрать набор</PageLink> : null}
          >
            Несколько товаров, которые кладут в корзину одним нажатием: «Ёлка 180 см с шарами и гирляндой».
          </Empty>
        }
      />
    </PageFrame>
  );
}

/** A new set: shown at once where a branch has everything of it. */
export function NewReadySetPage() {
  const navigate = useNavigate();
  const to = useAddress();
  const form = useNewRecord<{ id: string }>(
    '/api/admin/ready-sets',
    { slug: '', name: '', text: '', position: 0, goods: [] },
    ({ id }) => void navigate(to(`${path}/${id}`)),
  );
  const { fields, set, errors } = form;
  return (
    <PageFrame title="Новый набор" crumbs={crumbs}>
      <form
        className="panel form-panel promo-wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.create();
        }}
      >
        <div className="form form-columns promo-fields">
          <Field label="Код" hint="Латиницей, например elka-180. Потом не меняется" error={errors.slug}>
            {(given) => (
              <input
                {...given}
                autoComplete="off"
                maxLength={80}
                value={String(fields.slug ?? '')}
                onChange={({ target }) => set('slug', target.value.trim().toLowerCase())}
              />
            )}
          </Field>
        </div>
        <ReadySetFields form={form} stored={[]} />
        <CreateBar form={form} label="Создать набор" />
      </form>
    </PageFrame>
  );
}

const tabs = [
  { key: 'main', label: 'Набор' },
  { key: 'history', label: 'История' },
] as const;

/** The page of a set: what it is made of, who changed what. */
export function ReadySetPage() {
  const { id = '' } = useParams();
  return <SetOf key={id} id={id} />;
}

function SetOf({ id }: { id: string }) {
  const form = useRecord<ReadySet>(
    `/api/admin/ready-sets/${encodeURIComponent(id)}`,
    ({ name, text, position, goods }) => ({
      name,
      text,
      position,
      goods: goods.map(({ idcode, count }) => ({ idcode, count })),
    }),
  );
  const { all_branches: isOwn } = useSession().me;
  const tab = useTab(tabs);
  const { body: readySet, loadError } = form;
  if (!readySet)
    return (
      <PageFrame title="Набор" crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const { problem } = goodsWords(readySet.goods);
  return (
    <PageFrame
      title={readySet.name}
      crumbs={crumbs}
      beside={problem ? <Tag tone="warn">{problem}</Tag> : null}
      actions={isOwn ? <RemoveButton id={id} name={readySet.name} /> : null}
    >
      <Tabs label="О наборе" tabs={tabs} />
      {tab === 'main' ? (
        <form
          className="panel form-panel promo-wide"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
        >
          <p className="soft">
            Набор стоит на странице того филиала, где на складе есть всё в нужном количестве. Сумма — по его ценам.
          </p>
          <fieldset className="promo-set" disabled={!isOwn}>
            <legend className="hidden-words">{readySet.name}</legend>
            <ReadySetFields form={form} stored={readySet.goods} />
          </fieldset>
          {isOwn ? (
            <SaveBar form={form} />
          ) : (
            <p className="soft">Наборы общие: их меняют сотрудники, которые работают во всех филиалах.</p>
          )}
        </form>
      ) : null}
      {tab === 'history' ? <RecordHistory resource="ready_sets" id={id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={readySetWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const [isAsked, setAsked] = useState(false);
  const remove = useVerb(() => {
    void queries.invalidateQueries();
    void navigate(to(path));
  });
  return (
    <>
      <Button onClick={() => setAsked(true)}>Удалить</Button>
      {isAsked ? (
        <Dialog title={`Удалить набор «${name}»?`} onClose={() => setAsked(false)}>
          <p>Со страницы он пропадёт сразу. Собрать его снова можно только заново; товары остаются в каталоге.</p>
          <Problem words={remove.problem} />
          <div className="form-actions">
            <Button onClick={() => setAsked(false)}>Оставить</Button>
            <Button
              kind="danger"
              isBusy={remove.isBusy}
              onClick={() => remove.run(`/api/admin/ready-sets/${encodeURIComponent(id)}`, undefined, 'DELETE')}
            >
              Удалить набор
            </Button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
