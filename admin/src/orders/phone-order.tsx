import { type ReactNode, useId } from 'react';
import { formatPrice } from '#shared/money.ts';
import { Button } from '../parts/button.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { FindGoods } from './find-goods.tsx';
import { Cart, countOf } from './phone-cart.tsx';
import { BuyerFields, ReceivingFields } from './phone-fields.tsx';
import { PaymentFields } from './phone-payment.tsx';
import { type PhoneOrderForm, usePhoneOrder } from './use-phone-order.ts';

/** An order taken on the phone: goods at the left; who, where and by what money at the right. */
export function PhoneOrder() {
  const { branches } = useSession().me;
  const order = usePhoneOrder();
  return (
    <PageFrame
      title="Заказ по телефону"
      crumbs={[{ label: 'Заказы', to: '/orders' }]}
      actions={
        <>
          {branches.length > 1 ? <BranchOfOrder branch={order.branch} onChange={order.setBranch} /> : null}
          {order.isBlank ? null : <Button onClick={order.clear}>Начать заново</Button>}
        </>
      }
    >
      <form
        className="phone-grid"
        onSubmit={(event) => {
          event.preventDefault();
          order.place();
        }}
      >
        <Goods order={order} />
        <div className="order-side">
          <Side label="Покупатель">
            <BuyerFields
              contact={order.contact}
              setContact={order.setContact}
              buyer={order.buyer}
              choose={order.chooseBuyer}
              fields={order.fields}
              repeat={(again) => order.setLines(again)}
            />
          </Side>
          <Side label="Получение">
            <ReceivingFields
              receiving={order.receiving}
              lostDay={order.lostDay}
              set={order.setReceiving}
              quote={order.quote}
              addresses={order.buyer?.addresses ?? []}
              fields={order.fields}
            />
          </Side>
          <Side label="Оплата">
            <PaymentFields
              terms={order.terms}
              set={order.setTerms}
              methods={order.methods}
              needsCompany={order.needsCompany}
              fields={order.fields}
            />
            <Total order={order} />
          </Side>
        </div>
      </form>
    </PageFrame>
  );
}

/** From whose stock and at whose prices. Until it is chosen nothing else can be, so it takes the cursor. */
function BranchOfOrder({ branch, onChange }: { branch: string; onChange: (branch: string) => void }) {
  const { branches } = useSession().me;
  return (
    <label className="inline-field">
      Филиал
      <select
        required
        // biome-ignore lint/a11y/noAutofocus: what is asked first is answered without a press into the field
        autoFocus={branch === ''}
        value={branch}
        onChange={({ target }) => onChange(target.value)}
      >
        {branch === '' ? <option value="">Выберите</option> : null}
        {branches.map(({ id_1c, name }) => (
          <option key={id_1c} value={id_1c}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Goods({ order }: { order: PhoneOrderForm }) {
  const { branch, buyer, lines, setCount } = order;
  return (
    <section className="panel phone-goods" aria-label="Товары">
      <div className="side-body">
        {branch === '' ? (
          <p className="soft">Выберите филиал: от него зависят цены, остатки и пункты выдачи</p>
        ) : (
          <FindGoods
            departmentId={branch}
            userId={buyer?.user_id ?? null}
            label="Добавить товар"
            onFound={({ id }) => setCount(id, countOf(lines, id) + 1)}
          />
        )}
      </div>
      {branch !== '' && lines.length === 0 ? (
        <p className="soft side-body">Корзина пуста: найдите товар по названию, артикулу или коду</p>
      ) : null}
      <Cart quote={order.quote} lines={lines} set={setCount} />
      {order.quoteLost ? (
        <LoadFailure error={order.quoteLost} retry={order.countAgain} />
      ) : (
        <Problem words={order.quoteProblem} />
      )}
    </section>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="panel side-card" aria-label={label}>
      <div className="side-body form">{children}</div>
    </section>
  );
}

/** The sum, whom an email goes to, and the button that places the order, or why it is closed. */
function Total({ order: { quote, contact, problem, isBusy, whyClosed } }: { order: PhoneOrderForm }) {
  const whyId = useId();
  return (
    <>
      <p className="phone-total">
        Итого <b className="num">{formatPrice(quote?.total ?? 0)}</b>
        {quote && quote.delivery_price === null ? (
          <span className="soft small"> без доставки: её цену назовёте вы</span>
        ) : null}
      </p>
      {contact.email.trim() === '' ? (
        <p className="soft small">Без почты: только оплата при получении, письма не уйдут</p>
      ) : (
        <p className="soft small">Покупателю уйдёт письмо со ссылкой на заказ: по ней он его подтвердит</p>
      )}
      <Problem words={problem} />
      <Button
        kind="primary"
        type="submit"
        isBusy={isBusy}
        disabled={whyClosed !== null}
        aria-describedby={whyClosed === null ? undefined : whyId}
      >
        Оформить заказ
      </Button>
      {whyClosed === null ? null : (
        <p className="soft small" id={whyId}>
          {whyClosed}
        </p>
      )}
    </>
  );
}
