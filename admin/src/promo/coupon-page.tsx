import { useQueryClient } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { useParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { orderStateWord } from '#shared/order-states.ts';
import { countOf } from '#shared/plurals.ts';
import { RecordHistory } from '../journal/record-history.tsx';
import { useMayWriteIn } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import type { Got } from '../parts/got.ts';
import { useListAddress } from '../parts/list-address.ts';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Pager } from '../parts/pager.tsx';
import { Problem } from '../parts/problem.tsx';
import { type Column, RecordTable } from '../parts/record-table.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { Tag } from '../parts/tag.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { WholeField } from '../parts/whole-field.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { Tabs, useTab } from '../record/tabs.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { DraftActions } from '../releases/draft-actions.tsx';
import { useCan } from '../session/session.ts';
import { DateFields, DraftCheck, NoteField, TermFields } from './coupon-fields.tsx';
import { couponWords, offWords, stateTones, stateWords, usesWords } from './coupon-words.ts';
import { CustomerField } from './owner-field.tsx';

type Coupon = Got<'/api/admin/coupons/{id}'>;
type Use = Got<'/api/admin/coupons/{id}/uses'>['items'][number];

const tabs = [
  { key: 'main', label: 'Условия' },
  { key: 'uses', label: 'Заказы' },
  { key: 'history', label: 'История' },
] as const;

/** A coupon: its terms, the orders it was used in, what was changed. */
export function CouponPage() {
  const { id = '' } = useParams();
  return <CouponOf key={id} id={id} />;
}

function CouponOf({ id }: { id: string }) {
  const path = `/api/admin/coupons/${encodeURIComponent(id)}`;
  const form = useRecord<Coupon>(path, ({ fields }) => fields);
  const tab = useTab(tabs);
  const mayChange = useMayWriteIn();
  const { body: coupon, loadError } = form;
  const crumbs = [{ label: 'Купоны', to: '/promo' }];
  if (!coupon)
    return (
      <PageFrame title={id} crumbs={crumbs}>
        <div className="panel">
          {loadError ? <LoadFailure error={loadError} retry={form.reload} /> : <Skeleton rows={8} height={56} />}
        </div>
      </PageFrame>
    );
  const isOwn = mayChange(coupon.department_id_1c);
  return (
    <PageFrame
      title={coupon.id}
      crumbs={crumbs}
      beside={
        <>
          <Tag tone={stateTones[coupon.state]}>{stateWords[coupon.state]}</Tag>
          <span className="soft">{`−${offWords(coupon)}, использован ${usesWords(coupon)}`}</span>
        </>
      }
      actions={
        isOwn && coupon.state !== 'ended' ? (
          <>
            {coupon.is_draft ? null : <EndButton coupon={coupon} path={path} />}
            {coupon.used_count === 0 ? (
              <DraftActions
                kind="coupons"
                id={coupon.id}
                path={path}
                isDraft={coupon.is_draft}
                startsAt={coupon.starts_at}
                isSaved={form.changed.length === 0}
              />
            ) : null}
          </>
        ) : null
      }
    >
      <Tabs label="О купоне" tabs={tabs} />
      {tab === 'main' ? <Terms form={form} coupon={coupon} isOwn={isOwn} /> : null}
      {tab === 'uses' ? <Uses id={id} /> : null}
      {tab === 'history' ? <RecordHistory resource="coupons" id={coupon.id} /> : null}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={couponWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </PageFrame>
  );
}

function Terms({ form, coupon, isOwn }: { form: RecordForm<Coupon>; coupon: Coupon; isOwn: boolean }) {
  const isUsed = coupon.used_count > 0;
  const { fields, set, errors } = form;
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <fieldset className="promo-set" disabled={!isOwn}>
        <legend className="hidden-words">{coupon.id}</legend>
        {isUsed ? (
          <p className="soft">
            {`Купон использован ${countOf(coupon.used_count, 'раз', 'раза', 'раз')}: скидка и её условия больше не меняются, `}
            заказы пересчитываются по ним. Срок, число использований и заметку менять можно.
          </p>
        ) : null}
        <TermFields form={form} isFixed={isUsed} />
        <div className="form form-columns promo-fields">
          <DateFields form={form} />
          {isUsed ? null : <DraftCheck form={form} />}
          <WholeField
            label="Использований"
            hint="Пустое поле — без ограничения"
            value={fields.max_uses}
            onChange={(value) => set('max_uses', value)}
            error={errors.max_uses}
          />
          <NoteField form={form} />
          <Owner form={form} coupon={coupon} />
        </div>
      </fieldset>
      {coupon.batch_id === null ? null : (
        <p>
          <PageLink to={`/promo?batch=${coupon.batch_id}`}>Все коды партии {coupon.batch_id}</PageLink>
        </p>
      )}
      {isOwn ? (
        <SaveBar form={form} />
      ) : (
        <p className="soft">Общий купон меняют сотрудники, которые работают во всех филиалах.</p>
      )}
    </form>
  );
}

function Owner({ form: { fields, set, errors }, coupon }: { form: RecordForm<Coupon>; coupon: Coupon }) {
  const userId = typeof fields.owner_user_id === 'string' ? fields.owner_user_id : null;
  if (coupon.is_personal && coupon.owner_user_id === null && userId === null)
    return <p className="soft">Личный купон покупателя, которого больше нет. Им никто не воспользуется.</p>;
  return (
    <CustomerField
      label="Личный, для покупателя"
      none="Никто не выбран: купон для всех. Личный действует один раз и до конца срока"
      name={coupon.owner_name}
      userId={userId}
      error={errors.owner_user_id}
      onChange={(customer) => set('owner_user_id', customer?.user_id ?? null)}
    />
  );
}

function EndButton({ coupon, path }: { coupon: Coupon; path: string }) {
  const queries = useQueryClient();
  const end = useVerb(() => void queries.invalidateQueries());
  return (
    <>
      <Problem words={end.problem} />
      <Button kind="danger" isBusy={end.isBusy} onClick={() => end.run(`${path}/end`)}>
        {coupon.state === 'waiting' ? 'Отменить купон' : 'Завершить купон'}
      </Button>
    </>
  );
}

function Uses({ id }: { id: string }) {
  const address = useListAddress([], '-created_at');
  const mayOpen = useCan('orders.read');
  const { page, perPage } = address;
  const list = useGetList<Use>(`coupons/${encodeURIComponent(id)}/uses`, {
    sort: { field: 'created_at', order: 'DESC' },
    pagination: { page, perPage },
  });
  const { data: rows, total = 0, error, refetch, meta } = list;
  const columns: Column<Use>[] = [
    {
      key: 'number',
      label: 'Заказ',
      render: ({ id: order, number }) =>
        mayOpen ? (
          <PageLink to={`/orders/${order}`} className="num strong">
            {number}
          </PageLink>
        ) : (
          <span className="num strong">{number}</span>
        ),
    },
    { key: 'at', label: 'Оформлен', render: ({ created_at: at }) => <span className="num">{shortMoment(at)}</span> },
    {
      key: 'state',
      label: 'Состояние',
      render: ({ state, receiving_type: type, has_given: part }) => orderStateWord(state, type, part),
    },
    { key: 'city', label: 'Город', render: ({ city }) => city },
    {
      key: 'discount',
      label: 'Скидка',
      align: 'right',
      render: ({ discount }) => <span className="num">{formatPrice(discount)}</span>,
    },
    {
      key: 'total',
      label: 'Сумма заказа',
      align: 'right',
      render: ({ total: sum }) => <span className="num">{formatPrice(sum)}</span>,
    },
  ];
  return (
    <div className="panel list-panel">
      {error ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
      {!error && !rows ? <Skeleton rows={6} /> : null}
      {rows?.length === 0 ? (
        <Empty title="Заказов с купоном нет">Отменённый заказ возвращает использование, и в списке остаётся.</Empty>
      ) : null}
      {rows && rows.length > 0 ? (
        <>
          <RecordTable
            label="Заказы"
            rows={rows}
            columns={columns}
            address={address}
            keyOf={({ id: order }) => order}
          />
          <Pager address={address} total={total} hasMore={meta?.more === true} />
        </>
      ) : null}
    </div>
  );
}
