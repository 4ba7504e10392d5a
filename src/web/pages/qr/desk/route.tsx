import { data, redirect } from 'react-router';
import { reviseInvoice } from '#modules/documents/revise-invoice.ts';
import { handOver } from '#modules/handover/hand-over.ts';
import { waitingLines } from '#modules/orders/hand-over.ts';
import { isOrderOf } from '#modules/orders/staff-orders.ts';
import { closeShortByStaff } from '#modules/payments/close-short.ts';
import { refundLimitOf } from '#modules/staff/refund-limit.ts';
import { ownBranches, requireStaff, type StaffMember } from '#modules/staff/require-staff.ts';
import { Refusal } from '#platform/refusal.ts';
import { answerOf, textOf } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { refusedInit } from '#web/parts/request/refused-init.ts';
import { StaffCodeForm } from '#web/parts/signing/staff-code-form.tsx';
import { verifyStaffCode } from '#web/parts/signing/verify-staff-code.ts';
import type { Route } from './+types/route.ts';
import { DeskScreen } from './desk-screen.tsx';
import { HeldPassScreen } from './held-pass-screen.tsx';
import { lookerOf, readDesk, readHeldPass, scannedPass } from './read-desk.ts';
import { readDeskForm, readKopecks } from './read-desk-form.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.kind === 'staff' ? `Выдача заказа ${loaderData.desk.number} — ИДД` : 'Пропуск на выдачу — ИДД' },
];

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const pass = await scannedPass(found, params.token);
  const looker = lookerOf(found.requestContext);
  if (looker.kind === 'code') return { kind: 'code' as const };
  if (looker.kind === 'holder') return { kind: 'holder' as const, held: await readHeldPass(found, pass, params.token) };
  return { kind: 'staff' as const, desk: await readDesk(found, pass, looker.staff) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const here = `/qr/o/${params.token}/`;
  const pass = await scannedPass(found, params.token);
  const form = await request.formData();
  try {
    if (form.get('intent') === 'code') {
      await verifyStaffCode(found, form);
      return redirect(here, { status: 303 });
    }
    const staff = requireStaff(found.requestContext, 'pickup');
    if (form.get('intent') === 'close') {
      await closeWithoutRest(found, pass.order_id, staff, form);
      return redirect(here, { status: 303 });
    }
    const waiting = (await waitingLines(found.db, pass.order_id)).filter((line) => line.waiting > 0);
    const given = await readDeskForm(form, waiting);
    const proof = new URL(request.url).searchParams.get('by') === 'code' ? 'code' : 'pass';
    await found.db.transaction().execute((db) => handOver(db, staff, { pass, proof, ...given }));
    return redirect(here, { status: 303 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
    const answer = answerOf(error, form);
    // The sum that the answer names is the one that is seen from now on.
    if (error.code === 'due_changed') answer.values = { ...answer.values, due: String(error.details.due) };
    return data(answer, refusedInit(error));
  }
}

export default function DeskRoute({ loaderData, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null;
  if (loaderData.kind === 'holder') return <HeldPassScreen held={loaderData.held} />;
  if (loaderData.kind === 'code') {
    return (
      <div className="desk sheet">
        <h1>Выдача заказа</h1>
        <StaffCodeForm answer={answer} />
      </div>
    );
  }
  return <DeskScreen desk={loaderData.desk} answer={answer} />;
}

/** The rest will not come: unpaid, it is not charged; paid, its money goes back. */
async function closeWithoutRest({ db }: Shop, order_id: string, staff: StaffMember, form: FormData): Promise<void> {
  const who = `сотрудник ${staff.full_name}`;
  if (!(await isOrderOf(db, ownBranches(staff), order_id))) throw new Refusal('not_found');
  // A form that names no sum has shown none: then nothing may go back.
  const seen_amount = readKopecks(textOf(form, 'back')) ?? 0;
  await db.transaction().execute(async (db) => {
    await closeShortByStaff(db, order_id, { who, most: await refundLimitOf(db, staff), seen_amount });
    await reviseInvoice(db, order_id);
  });
}
