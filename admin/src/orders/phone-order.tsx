import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { currentBranch, RequestError, request } from '../request.ts';
import { useSession } from '../session/session.ts';
import { FindGoods } from './find-goods.tsx';
import type { PhoneBuyer, PhoneQuote } from './order-types.ts';
import { Cart, countOf } from './phone-cart.tsx';
import { BuyerFields, nowhere, type PhoneLine, type PhoneReceiving, ReceivingFields } from './phone-fields.tsx';
import { PaymentFields, usualTerms } from './phone-payment.tsx';

/** An order taken on the phone: goods at the left; who, where and by what money at the right. */
export function PhoneOrder() {
  const { me } = useSession();
  const [branch, setBranch] = useState(currentBranch() ?? me.branches[0]?.id_1c ?? '');
  const [lines, setLines] = useState<PhoneLine[]>([]);
  const [buyer, setBuyer] = useState<PhoneBuyer | null>(null);
  const [contact, setContact] = useState({ name: '', phone: '', email: '' });
  const [receiving, setReceiving] = useState<PhoneReceiving>(nowhere);
  const [chosenTerms, setTerms] = useState(usualTerms);
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
  const methods = data?.payment_methods ?? [chosenTerms.method];
  // Not every buyer is offered to pay on receipt.
  const method = methods.includes(chosenTerms.method) ? chosenTerms.method : (methods[0] ?? chosenTerms.method);
  const terms = { ...chosenTerms, method };
  const needsCompany = terms.method === 'invoice' && !buyer?.company;

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
            ...{ contact, payment_method: terms.method, replacement_rule: terms.rule, comment: terms.comment },
            total: data?.total ?? 0,
            ...(needsCompany && { company: terms.company }),
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
              <PaymentFields
                terms={terms}
                set={setTerms}
                methods={methods}
                needsCompany={needsCompany}
                fields={place.fields}
              />
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

function receivingOf({ type, department_id_1c: point, address, date, slot }: PhoneReceiving) {
  const [from, to] = slot.split('-').map(Number);
  return {
    type,
    ...(type === 'pickup' && point && { department_id_1c: point }),
    ...(type === 'delivery' && address.trim() && { address: address.trim() }),
    ...(date && { date }),
    ...(slot && { slot: { from, to } }),
  };
}
