import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { reachGoal } from '#web/parts/analytics/reach-goal.ts';
import type { FormAnswer } from '#web/parts/forms/form-answer.ts';
import { Popup } from '#web/ui/popup.tsx';
import { type AlertData, AlertFields, AlertNotice, useAlertForm } from './alert-form.tsx';
import type { DialogProps } from './footer-scripts.tsx';

/** The form that watches one product, over the page its link stood on. */
export default function AlertDialog({ isOpen, url, onClose }: DialogProps) {
  const address = url.pathname + url.search;
  const { load, ...page } = useFetcher<AlertData>({ key: `alert ${address}` });
  const form = useFetcher<FormAnswer>({ key: `alert form ${address}` });
  const answer = form.data ?? null;
  const isDone = answer?.form === 'done';
  useEffect(() => {
    if (isOpen) load(address);
  }, [isOpen, address, load]);
  useEffect(() => {
    if (isDone && address.includes('back_in_stock')) reachGoal('notify_stock');
  }, [isDone, address]);
  const found = page.data;
  const check = useAlertForm('alert-dialog-', isDone ? null : answer, found);
  return (
    <Popup id="alert-dialog" isOpen={isOpen} onClose={onClose} labelledBy="alert-dialog-title">
      <h2 id="alert-dialog-title">{found?.title ?? 'Уведомление о товаре'}</h2>
      {found ? (
        <>
          <p className="b">{found.product.name}</p>
          {isDone || !found.can_alert ? (
            <AlertNotice found={found} isDone={isDone} />
          ) : (
            <form.Form method="post" action={address} className="form" {...check.form}>
              <input type="hidden" name="stay" value="1" />
              <AlertFields of={check} found={found} answer={answer} />
              <button type="submit" className="btn btn--primary btn--wide" aria-busy={form.state !== 'idle'}>
                Включить уведомление
              </button>
            </form.Form>
          )}
        </>
      ) : (
        <p className="soft" role="status">
          Загружаем…
        </p>
      )}
    </Popup>
  );
}
