import { listContacts } from '#modules/accounts/contacts.ts';
import { shownContact } from '#modules/accounts/shown-contact.ts';
import { listOwnOrders } from '#modules/orders/list-own-orders.ts';
import { answerDue, openTicket, takeTicketLimit } from '#modules/support/open-ticket.ts';
import { listOwnTickets } from '#modules/support/queries.ts';
import { ownTicketForm, ticketThemes } from '#modules/support/schema.ts';
import { checkForm } from '#platform/check-form.ts';
import { lowerFirst } from '#shared/lower-first.ts';
import { orderStates, orderStateWord } from '#shared/order-states.ts';
import { momentWords, untilWords, zonedDayWords } from '#shared/until-words.ts';
import { supportTicketUrl, supportUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer } from '#web/parts/forms/form-answer.ts';
import { callOf } from '#web/parts/maps/open-now.tsx';
import { shop } from '#web/parts/request/context.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { withStoredFiles } from '#web/parts/request/ticket-files.ts';
import { readAnswers } from '#web/parts/support/read-answers.server.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/route.ts';
import { SupportScreen } from './support-screen.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'Поддержка — ИДД' }];

export const handle: PersonalHandle = { crumbs: () => ({ here: 'Поддержка' }) };

/** `?text=…&find=1`: `readAnswers`; `?order=` comes from an order's page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { db, requestContext } = found;
  const { user_id, full_name, acting } = requireAccount(requestContext, request);
  const query = new URL(request.url).searchParams;
  const theme = query.get('theme') ?? '';
  const text = query.get('text') ?? '';
  const { department } = requestContext;
  const [tickets, { orders }, contacts, answers, due] = await Promise.all([
    listOwnTickets(db, user_id),
    listOwnOrders(db, user_id, { states: orderStates, page: 1, limit: 30 }),
    listContacts(db, user_id),
    readAnswers(found, query),
    answerDue(db, department.id_1c),
  ]);
  return {
    tickets: tickets.map(
      ({ id, number, theme, state, order_number, changed_at, answer_due_at, time_zone, last_text }) => ({
        id,
        number,
        theme_words: ticketThemes[theme],
        state,
        order_number,
        changed_text: momentWords(changed_at, time_zone),
        due_text: untilWords(answer_due_at, time_zone),
        last_text: last_text.length > 140 ? `${last_text.slice(0, 140).trimEnd()}…` : last_text,
      }),
    ),
    orders: orders.map(({ id, number, created_at, state, receiving_type, time_zone, has_given }) => ({
      id,
      words: `Заказ ${number} от ${zonedDayWords(created_at, time_zone)}, ${lowerFirst(orderStateWord(state, receiving_type, has_given))}`,
    })),
    emails: contacts.filter(({ type, confirmed_at }) => type === 'email' && confirmed_at).map(shownContact(acting)),
    answers,
    due_text: untilWords(due, department.time_zone),
    call: callOf(department, requestContext.preview?.at),
    typed: {
      theme,
      text,
      name: query.get('name') ?? full_name,
      order_id: query.get('order_id') ?? query.get('order') ?? '',
    },
  };
}

export type SupportData = Awaited<ReturnType<typeof loader>>;

export async function action({ request, context }: Route.ActionArgs) {
  const { db, requestContext, config } = context.get(shop);
  const account = requireAccount(requestContext, request);
  const form = await request.formData();
  let opened = '';
  const answer = await answerForm(supportUrl(), 'ticket', form, async () => {
    const { order_id, ...fields } = checkForm(ownTicketForm, form);
    const contacts = await listContacts(db, account.user_id);
    const own = contacts.find(
      (contact) =>
        contact.type === 'email' && contact.confirmed_at && shownContact(account.acting)(contact) === fields.email,
    );
    // The answer goes to one of the person's own addresses, so that nobody else reads it.
    const email = own?.value ?? '';
    await takeTicketLimit(db, account.user_id);
    await withStoredFiles(config.DATA_DIR, form, async (files) => {
      const phone = contacts.find(({ type }) => type === 'phone')?.value;
      const requester = {
        user_id: account.user_id,
        department_id_1c: requestContext.department.id_1c,
        origin: requestContext.origin,
      };
      const ticket = {
        ...fields,
        email,
        ...(phone && { phone }),
        order_id: order_id || null,
        files,
      };
      const { id } = await db.transaction().execute((db) => openTicket(db, requester, ticket));
      opened = id;
    });
  });
  if (answer instanceof Response) answer.headers.set('Location', `${supportTicketUrl(opened)}?done=opened`);
  return answer;
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
  return <SupportScreen found={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}
