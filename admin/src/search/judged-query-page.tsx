import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { RecordHistory } from '../journal/record-history.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { FoundGoods, MarkedGoods, type NamedProduct } from './judged-goods.tsx';
import { judgedWords } from './judged-words.ts';
import type { JudgedAnswer, JudgedRecord, Judgement } from './search-types.ts';

const tabs = [
  { key: 'main', label: 'Товары' },
  { key: 'history', label: 'История' },
];
const crumbs = [
  { label: 'Поиск', to: '/search' },
  { label: 'Качество поиска', to: '/search/quality' },
];

export function JudgedQueryPage() {
  const { id = '' } = useParams();
  return <JudgedQueryOf key={id} id={id} />;
}

/** Which goods answer a query, beside what the search finds now. */
function JudgedQueryOf({ id }: { id: string }) {
  const form = useRecord<JudgedRecord>(`/api/admin/judged-queries/${id}`, ({ goods }) => ({
    goods: goods.map(({ product_id, grade }) => ({ product_id, grade })),
  }));
  const tab = useTab(tabs);
  const { body, clash } = form;
  if (!body)
    return (
      <PageFrame title="Проверочный запрос" crumbs={crumbs}>
        <div className="panel">
          {form.loadError ? (
            <LoadFailure error={form.loadError} retry={form.reload} />
          ) : (
            <Skeleton rows={6} height={56} />
          )}
        </div>
      </PageFrame>
    );
  return (
    <PageFrame title={`«${body.words}»`} crumbs={crumbs}>
      <Tabs label="Проверочный запрос" tabs={tabs} />
      {tab === 'main' ? <JudgedForm form={form} body={body} /> : null}
      {tab === 'history' ? <RecordHistory resource="judged_queries" id={id} /> : null}
      {clash ? <ClashDialog clash={clash} words={judgedWords} mine={form.fields} settle={form.settle} /> : null}
    </PageFrame>
  );
}

function JudgedForm({ form, body }: { form: RecordForm<JudgedRecord>; body: JudgedRecord }) {
  const isEditable = useSession().me.all_branches;
  const [looked, setLooked] = useState<Record<number, NamedProduct>>({});
  const answer = useAnswer(body.words);
  const goods = (Array.isArray(form.fields.goods) ? form.fields.goods : []) as Judgement[];
  const found = answer.data?.items.map(({ id, ...product }) => [id, { ...product, is_on: true }] as const) ?? [];
  const kept = body.goods.map(({ product_id, ...product }) => [product_id, product] as const);
  const mark = (product_id: number, grade: Judgement['grade'] | null) =>
    form.set('goods', markedAs(goods, product_id, grade));
  const gradeOf = (id: number) => goods.find(({ product_id }) => product_id === id)?.grade ?? null;
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <fieldset className="judged-columns" disabled={!isEditable}>
        <legend className="hidden-words">Товары, которые отвечают на запрос</legend>
        <MarkedGoods
          goods={goods}
          names={{ ...Object.fromEntries(found), ...looked, ...Object.fromEntries(kept) }}
          error={form.errors.goods}
          isEditable={isEditable}
          mark={mark}
          onFound={({ id, name, image }) => {
            setLooked({ ...looked, [id]: { name, image, is_on: true } });
            if (gradeOf(id) === null) mark(id, 3);
          }}
        />
        <FoundGoods answer={answer} gradeOf={gradeOf} mark={mark} />
      </fieldset>
      {isEditable ? (
        <SaveBar form={form} />
      ) : (
        <p className="note">Проверочные запросы общие для всех филиалов, их меняет тот, кто работает во всех.</p>
      )}
    </form>
  );
}

/** What the search of the chosen branch finds for the words. */
function useAnswer(q: string) {
  const branch = useSearchParams()[0].get('branch') || null;
  return useQuery({
    queryKey: ['judged-answer', q, branch],
    queryFn: ({ signal }) =>
      request<JudgedAnswer>('/api/admin/judged-queries/answer', { method: 'POST', body: { q }, signal, branch }).then(
        (got) => got.body,
      ),
  });
}

/** In the order in which they were marked, so that what is taken back leaves no change. */
function markedAs(goods: Judgement[], product_id: number, grade: Judgement['grade'] | null): Judgement[] {
  if (grade === null) return goods.filter((one) => one.product_id !== product_id);
  const isMarked = goods.some((one) => one.product_id === product_id);
  return isMarked
    ? goods.map((one) => (one.product_id === product_id ? { product_id, grade } : one))
    : [...goods, { product_id, grade }];
}
