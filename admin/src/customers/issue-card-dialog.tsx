import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { useAddress } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Kinds = Got<'/api/admin/card-kinds'>;

/** A plastic card for somebody without an account, who attaches it later by its number and code. */
export function IssueCardDialog({ onClose }: { onClose: () => void }) {
  const kinds = useGot<Kinds>('/api/admin/card-kinds');
  const [typedKind, setKind] = useState('');
  const [phone, setPhone] = useState('');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddress();
  const issue = useVerb<{ id: string; number: string; code: string }>(() => undefined);
  const { answer, fields } = issue;
  const kind = typedKind || kinds.data?.items[0]?.kind;
  function close() {
    onClose();
    if (!answer) return;
    void queries.invalidateQueries();
    void navigate(to(`/customers/cards/${answer.id}`));
  }
  return (
    <Dialog title="Выдать карту без кабинета" onClose={close}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          issue.run('/api/admin/cards', { kind, phone: phone.trim() || null });
        }}
      >
        {answer ? (
          <>
            <p>
              Номер карты <b className="num">{answer.number}</b>, код <b className="num">{answer.code}</b>
            </p>
            <p className="soft">
              Код показан один раз: отдайте его покупателю вместе с картой. По номеру и коду он привяжет её к кабинету.
            </p>
          </>
        ) : (
          <>
            {kinds.error ? <LoadFailure error={kinds.error} retry={() => void kinds.refetch()} /> : null}
            {!kinds.error && !kinds.data ? <Skeleton rows={2} /> : null}
            {kinds.data?.items.length === 0 ? (
              <p>Сначала задайте правила карт: «Акции и купоны», вкладка «Бонусы».</p>
            ) : null}
            {kinds.data && kinds.data.items.length > 0 ? (
              <>
                <Field label="Какую карту" error={fields.kind}>
                  {(given) => (
                    <select {...given} value={kind} onChange={({ target }) => setKind(target.value)}>
                      {kinds.data.items.map((one) => (
                        <option key={one.kind} value={one.kind}>
                          {one.words}
                        </option>
                      ))}
                    </select>
                  )}
                </Field>
                <Field
                  label="Телефон покупателя"
                  hint="По нему карту найдут, если она потеряется. Сначала поищите: вдруг карта уже есть"
                  error={fields.phone}
                >
                  {(given) => (
                    <input
                      {...given}
                      type="tel"
                      autoComplete="off"
                      maxLength={40}
                      value={phone}
                      onChange={({ target }) => setPhone(target.value)}
                    />
                  )}
                </Field>
              </>
            ) : null}
          </>
        )}
        <Problem words={Object.keys(fields).length > 0 ? null : issue.problem} />
        <div className="form-actions">
          <Button onClick={close}>{answer ? 'Готово' : 'Закрыть'}</Button>
          {answer ? null : (
            <Button kind="primary" type="submit" disabled={kind === undefined} isBusy={issue.isBusy}>
              Выдать карту
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
