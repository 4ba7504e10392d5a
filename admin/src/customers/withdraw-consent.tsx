import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { LineField } from '../parts/line-field.tsx';
import { startOfDay } from '../parts/moments.ts';
import { Problem } from '../parts/problem.tsx';
import { useVerb } from '../parts/use-verb.ts';
import { consentPurposes } from './consent-words.ts';

/** Writes down a withdrawal that came by letter or phone. */
export function WithdrawConsent({ onClose }: { onClose: () => void }) {
  const [contact, setContact] = useState('');
  const [purpose, setPurpose] = useState('personal_data');
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const queries = useQueryClient();
  const withdraw = useVerb(() => {
    void queries.invalidateQueries();
    onClose();
  });
  return (
    <Dialog title="Записать отзыв согласия" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          withdraw.run('/api/admin/consents/withdrawals', { contact, purpose, received_at: endOf(day), reason });
        }}
      >
        <p>
          Отзыв пришёл письмом или по телефону. Убедитесь, что просит сам человек: заявки, присланные с сайта с этим
          согласием, забываются насовсем, подписки прекращаются. Заказы остаются.
        </p>
        <LineField
          label="Почта или телефон"
          error={withdraw.fields.contact}
          hint="Целиком; телефон — в любой записи"
          required
          maxLength={254}
          value={contact}
          onChange={setContact}
        />
        <Field label="Что отзывают" error={withdraw.fields.purpose}>
          {(given) => (
            <select {...given} value={purpose} onChange={({ target }) => setPurpose(target.value)}>
              {Object.entries(consentPurposes).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label="Когда пришёл отзыв"
          error={withdraw.fields.received_at}
          hint="Что разрешили позже этого дня, остаётся"
        >
          {(given) => (
            <input {...given} type="date" required value={day} onChange={({ target }) => setDay(target.value)} />
          )}
        </Field>
        <Field
          label="Как пришёл и о чём просят"
          error={withdraw.fields.reason}
          hint="Например: письмо вх. № 14, просит удалить данные"
        >
          {(given) => (
            <textarea
              {...given}
              required
              rows={3}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
        <Problem words={Object.keys(withdraw.fields).length > 0 ? null : withdraw.problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={withdraw.isBusy}>
            Записать
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The end of the day here, or now when it is today; a day to come is left for the server to refuse. */
function endOf(day: string): string {
  const today = startOfDay(new Date().toLocaleDateString('sv-SE'));
  return startOfDay(day) === today ? new Date().toISOString() : startOfDay(day, 1);
}
