import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#shared/dates.ts';
import { formatPhone } from '#shared/phone.ts';
import { countOf, formatCount } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { FindOne } from '../parts/find-one.tsx';
import { useGot } from '../parts/got.ts';
import { Problem } from '../parts/problem.tsx';
import { Facts } from '../parts/side-card.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { request } from '../request.ts';
import type { Customer, CustomerRow, Doubles, MergePreview } from './customer-types.ts';

type Props = {
  customer: Customer;
  doubles: Doubles['items'];
  onClose: () => void;
  onDone: () => void;
};

/** Another account of the same person: found, looked at, then made one with this. Nothing takes it back. */
export function MergeDialog({ customer, doubles, onClose, onDone }: Props) {
  const [other, setOther] = useState<string | null>(null);
  return (
    <Dialog title={`Объединить двойников: ${customer.full_name || 'без имени'}`} onClose={onClose}>
      {other === null ? (
        <div className="form">
          <p>
            Найдите второй кабинет того же человека. Останется кабинет, который вы открыли; всё из второго перейдёт в
            него.
          </p>
          {doubles.length > 0 ? (
            <ul className="contacts" aria-label="Похожие покупатели">
              {doubles.map((double) => (
                <li key={double.id}>
                  <Button onClick={() => setOther(double.id)}>{double.full_name || 'Без имени'}</Button>
                  <span className="soft small">
                    {shown(double.contact)}, кабинет с {formatDate(double.created_at)}
                  </span>
                </li>
              ))}
            </ul>
          ) : null}
          <FindOne<CustomerRow>
            label="Второй кабинет"
            placeholder="Телефон, почта, № заказа, карта, имя"
            about={['merge', customer.id]}
            least={3}
            pauseMs={300}
            search={async (q, signal) => {
              const path = `/api/admin/customers?${new URLSearchParams({ filter: JSON.stringify({ q }), per_page: '25' })}`;
              return (await request<{ items: CustomerRow[] }>(path, { signal })).body.items;
            }}
            keyOf={({ id }) => id}
            isOff={({ id }) => id === customer.id}
            onFound={({ id }) => setOther(id)}
            render={({ id, full_name: name, phone, email, orders }) => (
              <span className="found-name">
                {name || 'Без имени'}
                <span className="soft small">
                  {id === customer.id
                    ? 'этот кабинет открыт'
                    : [phone, email, ordersWords(orders)].filter(Boolean).join(', ')}
                </span>
              </span>
            )}
          />
          <div className="form-actions">
            <Button onClick={onClose}>Закрыть</Button>
          </div>
        </div>
      ) : (
        <Preview customer={customer} other={other} onBack={() => setOther(null)} onDone={onDone} />
      )}
    </Dialog>
  );
}

type PreviewProps = { customer: Customer; other: string; onBack: () => void; onDone: () => void };

function Preview({ customer, other, onBack, onDone }: PreviewProps) {
  const { data, error, refetch } = useGot<MergePreview>(`/api/admin/customers/${customer.id}/merge?other=${other}`);
  if (error) return <LoadFailure error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={6} />;
  if (!data.gone || data.obstacles.length > 0)
    return (
      <div className="form">
        <p>Этих покупателей нельзя объединить:</p>
        <ul>
          {data.obstacles.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <div className="form-actions">
          <Button onClick={onBack}>Выбрать другого</Button>
        </div>
      </div>
    );
  return <Confirm customer={customer} preview={data} gone={data.gone} onBack={onBack} onDone={onDone} />;
}

type ConfirmProps = Omit<PreviewProps, 'other'> & {
  preview: MergePreview;
  gone: NonNullable<MergePreview['gone']>;
};

function Confirm({ customer, preview, gone, onBack, onDone }: ConfirmProps) {
  const { kept, moves, bonuses, contacts } = preview;
  const [email, setEmail] = useState<number | null>(null);
  const [phone, setPhone] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const merge = useVerb(() => {
    void queries.invalidateQueries();
    onDone();
  });
  const sum = bonuses.kept + bonuses.gone;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const body = { other: gone.id, main_email: email, main_phone: phone, reason };
        merge.run(`/api/admin/customers/${customer.id}/merge`, body);
      }}
    >
      <Facts
        rows={[
          [
            'Останется',
            `${kept.full_name || 'Без имени'}, ${ordersWords(kept.orders)}, с ${formatDate(kept.created_at)}`,
          ],
          [
            'Исчезнет',
            `${gone.full_name || 'Без имени'}, ${ordersWords(gone.orders)}, с ${formatDate(gone.created_at)}`,
          ],
          ...moves.map(({ words, count }): [string, string] => [words, formatCount(count)]),
          [
            'Бонусы',
            sum > 0 ? `${formatCount(bonuses.kept)} + ${formatCount(bonuses.gone)} = ${formatCount(sum)}` : null,
          ],
        ]}
      />
      {preview.has_common_contact ? null : (
        <p className="note" role="note">
          Общих телефона и почты у них нет. Убедитесь, что это один человек: после объединения по любой подтверждённой
          почте откроются все его заказы.
        </p>
      )}
      <MainContact type="email" label="Основная почта" contacts={contacts} chosen={email} choose={setEmail} />
      <MainContact type="phone" label="Основной телефон" contacts={contacts} chosen={phone} choose={setPhone} />
      <Field
        label="Кто попросил и как проверили"
        error={merge.fields.reason}
        hint="От 5 до 500 символов, останется в заметках"
      >
        {(given) => (
          <textarea
            {...given}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      <p className="soft small">
        Сеансы и пароль второго кабинета перестанут действовать, на все подтверждённые почты уйдут письма. Разделить
        кабинеты снова будет нельзя.
      </p>
      <Problem words={merge.fields.reason ? null : merge.problem} />
      <div className="form-actions">
        <Button onClick={onBack}>Выбрать другого</Button>
        <Button kind="danger" type="submit" isBusy={merge.isBusy}>
          Объединить
        </Button>
      </div>
    </form>
  );
}

type MainProps = {
  type: 'email' | 'phone';
  label: string;
  contacts: MergePreview['contacts'];
  chosen: number | null;
  choose: (id: number) => void;
};

/** Asked only where both offer one that can be the main one. */
function MainContact({ type, label, contacts, chosen, choose }: MainProps) {
  const able = contacts.filter((one) => one.type === type && !one.locked_by && (type === 'phone' || one.is_confirmed));
  const different = able.filter(({ value }, at) => able.findIndex((one) => one.value === value) === at);
  if (different.length < 2) return null;
  const now = different.find(({ is_main: isMain, is_kept: isKept }) => isMain && isKept) ?? different[0];
  return (
    <fieldset className="form">
      <legend>{label}</legend>
      {different.map(({ id, value }) => (
        <label key={id} className="check">
          <input type="radio" name={`main-${type}`} checked={(chosen ?? now?.id) === id} onChange={() => choose(id)} />
          {shown(value)}
        </label>
      ))}
    </fieldset>
  );
}

function ordersWords(count: number): string {
  return count > 0 ? countOf(count, 'заказ', 'заказа', 'заказов') : 'без заказов';
}

function shown(contact: string): string {
  return contact.startsWith('+') && !contact.includes('•') ? formatPhone(contact) : contact;
}
