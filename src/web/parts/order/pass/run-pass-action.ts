import { data, redirect } from 'react-router';
import { delegatePass, revokePass } from '#modules/handover/delegate-pass.ts';
import { moverOf, refuseAccountant } from '#modules/orders/own-order.ts';
import type { OrderView } from '#modules/orders/queries.ts';
import { Refusal } from '#platform/refusal.ts';
import { answerOf } from '#web/parts/forms/form-answer.ts';
import type { Shop } from '#web/parts/request/context.ts';
import { PageFailure } from '#web/parts/request/page-failure.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';

/** Giving the pass to another person and taking it back, by whoever opened the order. `here`: where to return to. */
export async function runPassAction({ db, requestContext }: Shop, order: OrderView, form: FormData, here: string) {
  const mover = moverOf(requestContext.account, order);
  try {
    refuseAccountant(order.reader_role);
    switch (form.get('intent')) {
      case 'delegate':
        await db.transaction().execute((db) => delegatePass(db, order.id, form, mover));
        return redirect(here, { status: 303 });
      case 'revoke':
        await db.transaction().execute((db) => revokePass(db, order.id, mover));
        return redirect(here, { status: 303 });
      default:
        throw new PageFailure(400);
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(answerOf(error, form), refusedInit(error));
  }
}
