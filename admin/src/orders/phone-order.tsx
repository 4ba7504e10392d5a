import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { type PaymentMethod, paymentMethodWords, replacementRuleWords } from '#shared/order-states.ts';
import { clock } from '#shared/work-time.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch, RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { FindGoods } from './find-goods.tsx';
import type { PhoneBuyer, PhoneQuote } from './order-types.ts';
import { amount } from './order-words.tsx';
import { shownDay } from './receiving-dialog.tsx';

type Line = { product_id: number; count: number };
type Receiving = { type: 'pickup' | 'delivery'; department_id_1c: string; address: string; date: string; slot: string };

const nowhere: Receiving = { type: 'pickup', department_id_1c: '', address: '', date: '', slot: '' };

/** An order taken on the phone: goods at the left; who, where and by what money at the right. */
export function PhoneOrder() {
  const { me } = useSession();
  const [branch, setBranch] = useState(currentBranch() ?? me.branches[0]?.id_1c ?? '');
  const [lines, setLines] = useState<Line[]>([]);
  const [buyer, setBuyer] = useState<PhoneBuyer | null>(null);
  const [contact, setContact] = useState({ name: '', phone: '', email: '' });
  const [receiving, setReceiving] = useState<Receiving>(nowhere);
  const [method, setMethod] = useState<PaymentMethod>('on_receipt');
  const [company, setCompany] = useState({ name: '', inn: '' });
  const [rule, setRule] = useState<'call' | 'replace' | 'remove'>('call');
  const [comment, setComment] = useState('');
  const navigate = useNavigate();
  const address = useAddress();
  const asked = {
    ...{ department_id_1c: branch, user_id: buyer?.user_id ?? null, lines },
    receiving: receivingOf(receiving),
  };
  const quote = useQuery({
    queryKey: ['phone-order', 'quote', asked],
    queryFn: ({ signal }) =>
      request<PhoneQuote>('/api/admin/phone-order/quote', { method: 'POST', body: asked, signal }).then(
        ({ body }) => body,
      ),
    enabled: branch !== '',
    placeholderData: (before) => before,
  });
  const place = useVerb<{ id: string }>(({ id }) => void navigate(address(`/orders/${id}`)));
  const { data } = quote;
  const needsCompany = method === 'invoice' && !buyer?.company;

  function set(product_id: number, count: number) {
    setLines((before) =>
      count <= 0
        ? before.filter((line) => line.product_id !== product_id)
        : before.some((line) => line.product_id === product_id)
          ? before.map((line) => (line.product_id === product_id ? { product_id, count } : line))
          : [...before, { product_id, count }],
    );
  }

  function choose(found: PhoneBuyer | null) {
    setBuyer(found);
    if (found) setContact({ name: found.name, phone: found.phone, email: found.email ?? '' });
  }

  const error =
    quote.error instanceof RequestError ? quote.error.message : quote.error ? 'Не удалось посчитать. Повторите' : null;
  const isReady =
    lines.length > 0 && data !== undefined && !quote.isPlaceholderData && data.lines.every(({ problem }) => !problem);
  return (
    <PageFrame
      title="Заказ по телефону"
      crumbs={[{ label: 'Заказы', to: '/orders' }]}
      actions={
        me.branches.length > 1 ? (
          <label className="inline-field">
            Филиал
            <select value={branch} onChange={({ target }) => setBranch(target.value)}>
              {me.branches.map(({ id_1c, name }) => (
                <option key={id_1c} value={id_1c}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ) : null
      }
    >
      <form
        className="phone-grid"
        onSubmit={(event) => {
          event.preventDefault();
          place.run('/api/admin/orders', {
            ...asked,
            ...{ contact, payment_method: method, replacement_rule: rule, comment, total: data?.total ?? 0 },
            ...(needsCompany && { company }),
          });
        }}
      >
        <section className="panel phone-goods" aria-label="Товары">
          <div className="side-body">
            <FindGoods
              departmentId={branch}
              userId={buyer?.user_id ?? null}
              label="Добавить товар"
              onFound={({ id }) => set(id, countOf(lines, id) + 1)}
            />
          </div>
          {lines.length === 0 ? (
            <p className="soft side-body">Корзина пуста: найдите товар по названию, артикулу или коду</p>
          ) : null}
          <Cart quote={data} lines={lines} set={set} />
          <Problem words={error} />
        </section>
        <div className="order-side">
          <section className="panel side-card" aria-label="Покупатель">
            <div className="side-body form">
              <BuyerFields
                contact={contact}
                setContact={setContact}
                buyer={buyer}
                choose={choose}
                fields={place.fields}
                repeat={(again) => setLines(again)}
              />
            </div>
          </section>
          <section className="panel side-card" aria-label="Получение">
            <div className="side-body form">
              <ReceivingFields
                receiving={receiving}
                set={setReceiving}
                quote={data}
                addresses={buyer?.addresses ?? []}
                fields={place.fields}
              />
            </div>
          </section>
          <section className="panel side-card" aria-label="Оплата">
            <div className="side-body form">
              <fieldset className="chips">
                <legend>Оплата</legend>
                {(data?.payment_methods ?? ['on_receipt' as const]).map((one) => (
                  <button
                    key={one}
                    type="button"
                    className="chip"
                    aria-pressed={method === one}
                    onClick={() => setMethod(one)}
                  >
                    {one === 'online'
                      ? 'По ссылке из письма'
                      : one === 'invoice'
                        ? 'По счёту'
                        : paymentMethodWords[one]}
                  </button>
                ))}
              </fieldset>
              {place.fields['payment.method'] ? (
                <p className="field-error small">{place.fields['payment.method']}</p>
              ) : null}
              {needsCompany ? (
                <>
                  <Field label="Организация" error={place.fields['company.name']}>
                    {(given) => (
                      <input
                        {...given}
                        type="text"
                        value={company.name}
                        onChange={({ target }) => setCompany({ ...company, name: target.value })}
                      />
                    )}
                  </Field>
                  <Field label="ИНН" error={place.fields['company.inn']}>
                    {(given) => (
                      <input
                        {...given}
                        type="text"
                        inputMode="numeric"
                        value={company.inn}
                        onChange={({ target }) => setCompany({ ...company, inn: target.value })}
                      />
                    )}
                  </Field>
                </>
              ) : null}
              <Field label="Если чего-то нет">
                {(given) => (
                  <select {...given} value={rule} onChange={({ target }) => setRule(target.value as typeof rule)}>
                    {Object.entries(replacementRuleWords).map(([key, words]) => (
                      <option key={key} value={key}>
                        {words}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              <Field label="Комментарий">
                {(given) => (
                  <textarea
                    {...given}
                    rows={2}
                    maxLength={1000}
                    value={comment}
                    onChange={({ target }) => setComment(target.value)}
                  />
                )}
              </Field>
              <p className="phone-total">
                Итого <b className="num">{formatPrice(data?.total ?? 0)}</b>
                {data && data.delivery_price === null ? (
                  <span className="soft small"> без доставки: её цену назовёте вы</span>
                ) : null}
              </p>
              {contact.email.trim() === '' ? (
                <p className="soft small">Без почты: только оплата при получении, письма не уйдут</p>
              ) : (
                <p className="soft small">Покупателю уйдёт письмо со ссылкой на заказ: по ней он его подтвердит</p>
              )}
              <Problem words={place.problem} />
              <Button kind="primary" type="submit" isBusy={place.isBusy} disabled={!isReady}>
                Оформить заказ
              </Button>
            </div>
          </section>
        </div>
      </form>
    </PageFrame>
  );
}

function receivingOf({ type, department_id_1c: point, address, date, slot }: Receiving) {
  const [from, to] = slot.split('-').map(Number);
  return {
    type,
    ...(type === 'pickup' && point && { department_id_1c: point }),
    ...(type === 'delivery' && address.trim() && { address: address.trim() }),
    ...(date && { date }),
    ...(slot && { slot: { from, to } }),
  };
}

function countOf(lines: Line[], id: number): number {
  return lines.find(({ product_id }) => product_id === id)?.count ?? 0;
}

function Cart({
  quote,
  lines,
  set,
}: {
  quote: PhoneQuote | undefined;
  lines: Line[];
  set: (id: number, count: number) => void;
}) {
  const shown = (quote?.lines ?? []).filter(({ product_id }) => lines.some((line) => line.product_id === product_id));
  if (shown.length === 0) return null;
  return (
    <table className="lines">
      <thead>
        <tr>
          <th scope="col">Товар</th>
          <th scope="col" className="right">
            Количество
          </th>
          <th scope="col" className="right">
            Цена
          </th>
          <th scope="col" className="right">
            Сумма
          </th>
          <th scope="col">
            <span className="hidden-words">Убрать</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map((line) => (
          <tr key={line.product_id} className={line.problem ? 'tone-warn' : undefined}>
            <td>
              <b className="line-name">{line.name}</b>
              <span className={line.problem ? 'bad small' : 'soft small'}>
                {line.problem
                  ? `${line.problem}: есть ${amount(line.available, line.unit)}`
                  : `есть ${amount(line.available, line.unit)}`}
              </span>
            </td>
            <td className="right">
              <input
                className="count num"
                type="number"
                min={1}
                max={99_999}
                aria-label={`Количество: ${line.name}`}
                value={countOf(lines, line.product_id)}
                onChange={({ target }) =>
                  set(line.product_id, Math.min(99_999, Math.max(1, Math.trunc(Number(target.value)) || 1)))
                }
              />
            </td>
            <td className="right num">{line.price === null ? '—' : formatPrice(line.price)}</td>
            <td className="right num">
              <b>{formatPrice(line.sum)}</b>
            </td>
            <td>
              <button
                type="button"
                className="icon-button"
                aria-label={`Убрать: ${line.name}`}
                onClick={() => set(line.product_id, 0)}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type BuyerProps = {
  contact: { name: string; phone: string; email: string };
  setContact: (contact: BuyerProps['contact']) => void;
  buyer: PhoneBuyer | null;
  choose: (buyer: PhoneBuyer | null) => void;
  fields: Record<string, string>;
  repeat: (lines: Line[]) => void;
};

function BuyerFields({ contact, setContact, buyer, choose, fields, repeat }: BuyerProps) {
  const digits = contact.phone.replace(/\D/g, '');
  const found = useQuery({
    queryKey: ['phone-order', 'buyers', digits],
    queryFn: ({ signal }) =>
      request<{ items: PhoneBuyer[] }>(`/api/admin/phone-order/buyers?phone=${encodeURIComponent(contact.phone)}`, {
        signal,
      }).then(({ body }) => body.items),
    enabled: digits.length >= 10 && digits.length <= 12,
    retry: false,
  });
  return (
    <>
      <Field label="Телефон" error={fields['contact.phone']}>
        {(given) => (
          <input
            {...given}
            type="tel"
            autoComplete="off"
            value={contact.phone}
            onChange={({ target }) => {
              setContact({ ...contact, phone: target.value });
              choose(null);
            }}
          />
        )}
      </Field>
      {!buyer && found.data && found.data.length > 0 ? (
        <ul className="choices">
          {found.data.map((one) => (
            <li key={one.user_id ?? 'guest'}>
              <button type="button" onClick={() => choose(one)}>
                <b>{one.company?.name ?? one.name}</b>
                <span className="soft small">
                  {one.user_id ? one.name : 'гость'}, заказов {one.orders}
                  {one.company?.is_active ? ', цены для бизнеса' : ''}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Field label="Имя" error={fields['contact.name']}>
        {(given) => (
          <input
            {...given}
            type="text"
            autoComplete="off"
            value={contact.name}
            onChange={({ target }) => setContact({ ...contact, name: target.value })}
          />
        )}
      </Field>
      <Field label="Почта" error={fields['contact.email']} hint="Может не быть">
        {(given) => (
          <input
            {...given}
            type="email"
            autoComplete="off"
            value={contact.email}
            onChange={({ target }) => setContact({ ...contact, email: target.value })}
          />
        )}
      </Field>
      {buyer && buyer.last.length > 0 ? (
        <ul className="choices">
          {buyer.last.map(({ number, created_at: at, total, lines }) => (
            <li key={number}>
              <button type="button" onClick={() => repeat((lines ?? []).map((line) => ({ ...line })))}>
                Повторить {number}
                <span className="soft small">
                  {shortMoment(at)}, {formatPrice(total)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

type ReceivingProps = {
  receiving: Receiving;
  set: (receiving: Receiving) => void;
  quote: PhoneQuote | undefined;
  addresses: readonly string[];
  fields: Record<string, string>;
};

function ReceivingFields({ receiving, set, quote, addresses, fields }: ReceivingProps) {
  return (
    <>
      <fieldset className="segments">
        <legend className="hidden-words">Как получат</legend>
        <button
          type="button"
          aria-pressed={receiving.type === 'pickup'}
          onClick={() => set({ ...nowhere, type: 'pickup' })}
        >
          Самовывоз
        </button>
        <button
          type="button"
          aria-pressed={receiving.type === 'delivery'}
          onClick={() => set({ ...nowhere, type: 'delivery' })}
        >
          Доставка
        </button>
      </fieldset>
      {receiving.type === 'pickup' ? (
        <Field label="Пункт" error={fields['receiving.department_id_1c']}>
          {(given) => (
            <select
              {...given}
              value={receiving.department_id_1c}
              onChange={({ target }) => set({ ...receiving, department_id_1c: target.value, slot: '' })}
            >
              {receiving.department_id_1c === '' ? (
                <option value="">{quote?.points[0]?.words ?? 'Пункт филиала'}</option>
              ) : null}
              {(quote?.points ?? []).map(({ id_1c, words }) => (
                <option key={id_1c} value={id_1c}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <>
          <Field
            label="Адрес"
            error={fields['receiving.address']}
            hint={
              quote && quote.delivery_price !== null
                ? `Доставка ${formatPrice(quote.delivery_price)}`
                : 'Населённый пункт, улица, дом'
            }
          >
            {(given) => (
              <input
                {...given}
                type="text"
                maxLength={400}
                value={receiving.address}
                onChange={({ target }) => set({ ...receiving, address: target.value })}
              />
            )}
          </Field>
          <div className="chips">
            {addresses.map((one) => (
              <button
                key={one}
                type="button"
                className="chip"
                aria-pressed={receiving.address === one}
                onClick={() => set({ ...receiving, address: one })}
              >
                {one}
              </button>
            ))}
          </div>
        </>
      )}
      <Field label="День" error={fields['receiving.date']}>
        {(given) => (
          <select
            {...given}
            value={receiving.date}
            onChange={({ target }) => set({ ...receiving, date: target.value, slot: '' })}
          >
            <option value="">не важно</option>
            {(quote?.days ?? []).map((day) => (
              <option key={day} value={day}>
                {shownDay(day)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {quote && quote.slots.length > 0 ? (
        <Field label="Время" error={fields['receiving.slot']}>
          {(given) => (
            <select
              {...given}
              value={receiving.slot}
              onChange={({ target }) => set({ ...receiving, slot: target.value })}
            >
              <option value="">любое</option>
              {quote.slots.map(({ from, to, is_free: isFree }) => (
                <option key={from} value={`${from}-${to}`} disabled={!isFree}>
                  {clock(from)}–{clock(to)}
                  {isFree ? '' : ', занято'}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
    </>
  );
}
