import { Lock } from 'lucide-react';
import { useId } from 'react';
import { formatDate } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Field } from '../parts/field.tsx';
import { shortMoment } from '../parts/moments.ts';
import { PageLink } from '../parts/page-link.tsx';
import { Facts, SideCard } from '../parts/side-card.tsx';
import { Tag } from '../parts/tag.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { useCan } from '../session/session.ts';
import { CustomerNotes } from './customer-notes.tsx';
import type { CustomerForm } from './customer-page.tsx';
import type { Customer } from './customer-types.ts';

type Props = { form: CustomerForm; customer: Customer };

/** What staff look at first: notes, contacts, sums, firms, and whether the person pays on receipt. */
export function CustomerOverview({ form, customer }: Props) {
  return (
    <div className="order-grid">
      <div className="order-main">
        <CustomerNotes id={customer.id} />
        <PayOnReceipt form={form} customer={customer} />
      </div>
      <aside className="order-side" aria-label="Контакты, заказы, фирмы">
        <SideCard title="Контакты">
          <Contacts contacts={customer.contacts} />
        </SideCard>
        <SideCard title="Покупки">
          <Facts
            rows={[
              ['Заказов', formatCount(customer.orders)],
              ['На сумму', formatPrice(customer.total)],
              ['Отменено', customer.cancelled > 0 ? formatCount(customer.cancelled) : null],
              ['Последний', customer.last_order_at ? shortMoment(customer.last_order_at) : 'заказов не было'],
              ['Кабинет с', formatDate(customer.created_at)],
            ]}
          />
        </SideCard>
        <SideCard title="Фирмы">
          {customer.companies.length === 0 ? <p className="soft">Покупает для себя</p> : null}
          <ul className="contacts">
            {customer.companies.map(({ id, name, inn, role_words: role }) => (
              <li key={id}>
                <PageLink to={`/customers/firms/${id}`} className="strong">
                  {name}
                </PageLink>
                <span className="soft small">
                  {role}, ИНН {inn}
                </span>
              </li>
            ))}
          </ul>
        </SideCard>
      </aside>
    </div>
  );
}

function Contacts({ contacts }: { contacts: Customer['contacts'] }) {
  if (contacts.length === 0) return <p className="soft">Контактов нет</p>;
  return (
    <ul className="contacts" aria-label={countOf(contacts.length, 'контакт', 'контакта', 'контактов')}>
      {contacts.map(({ id, type, value, is_main: isMain, is_confirmed: isConfirmed, locked_by: lockedBy }) => (
        <li key={id}>
          <Contact type={type} value={value} />
          {isMain ? <Tag tone="outline">основной</Tag> : null}
          {type === 'email' && !isConfirmed ? <Tag tone="warn">не подтверждена</Tag> : null}
          {lockedBy ? <Tag icon={<Lock size={12} aria-hidden="true" />}>из {lockedBy}, меняется только там</Tag> : null}
        </li>
      ))}
    </ul>
  );
}

/** What is hidden from this person leads nowhere. */
function Contact({ type, value }: Pick<Customer['contacts'][number], 'type' | 'value'>) {
  if (value.includes('•') || type === 'telegram') return <span>{value}</span>;
  return type === 'phone' ? <a href={`tel:${value}`}>{formatPhone(value)}</a> : <a href={`mailto:${value}`}>{value}</a>;
}

function PayOnReceipt({ form, customer }: Props) {
  const id = useId();
  const canWrite = useCan('customers.write');
  const isOff = form.fields.no_pay_on_receipt === true;
  const { no_pay_set: set } = customer;
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>Оплата при получении</h2>
      </div>
      <form
        className="form-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <fieldset className="form" disabled={!canWrite}>
          <legend className="hidden-words">Оплата при получении</legend>
          <label className="check">
            <input
              type="checkbox"
              checked={isOff}
              onChange={({ target }) => form.set('no_pay_on_receipt', target.checked)}
            />
            Не предлагать: заказ платят онлайн или по счёту
          </label>
          {isOff ? (
            <Field
              label="Причина"
              error={form.errors.no_pay_why}
              hint="Видят сотрудники; покупатель прочитает её, если попросит свои данные"
            >
              {(given) => (
                <input
                  {...given}
                  autoComplete="off"
                  maxLength={500}
                  value={String(form.fields.no_pay_why ?? '')}
                  onChange={({ target }) => form.set('no_pay_why', target.value)}
                />
              )}
            </Field>
          ) : null}
          {set ? (
            <p className="soft small">
              Решение: {set.who}, {shortMoment(set.at)}
            </p>
          ) : null}
        </fieldset>
        {canWrite ? <SaveBar form={form} /> : <p className="soft">Это меняют владелец и поддержка всех филиалов.</p>}
      </form>
    </section>
  );
}
