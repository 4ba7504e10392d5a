import { shownContact } from '#modules/accounts/shown-contact.ts';
import { takeTicketLimit } from '#modules/support/open-ticket.ts';
import { getTicketForOwner } from '#modules/support/queries.ts';
import { ticketThemes } from '#modules/support/schema.ts';
import { closeOwnTicket, writeToTicket } from '#modules/support/write-to-ticket.ts';
import { phoneList } from '#shared/phone.ts';
import { momentWords, untilWords } from '#shared/until-words.ts';
import { supportTicketUrl, supportUrl, ticketFileUrl } from '#shared/urls.ts';
import { answerForm, type FormAnswer, textOf } from '#web/parts/forms/form-answer.ts';
import { type Shop, shop } from '#web/parts/request/context.ts';
import { notFound, PageFailure } from '#web/parts/request/page-failure.ts';
import { requireAccount } from '#web/parts/request/require-account.ts';
import { withStoredFiles } from '#web/parts/request/ticket-files.ts';
import type { PersonalHandle } from '../layout.tsx';
import type { Route } from './+types/ticket-route.ts';

import { TicketScreen } from './ticket-screen.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Обращение ${loaderData.number} — ИДД` : 'Обращение — ИДД' },
];

export const handle: PersonalHandle = {
  crumbs: (ticket: TicketData | undefined) => ({
    here: ticket ? `Обращение ${ticket.number}` : 'Обращение',
    parents: [{ name: 'Поддержка', url: supportUrl() }],
  }),
};

/** A request and its talk; another person's is 404. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const found = context.get(shop);
  const { user_id, acting } = requireAccount(found.requestContext, request);
  const ticket = await ownTicket(found, params.id, user_id);
  const at = (moment: Date) => momentWords(moment, ticket.branch.time_zone);
  return {
    id: ticket.id,
    number: ticket.number,
    state: ticket.state,
    theme_words: ticketThemes[ticket.theme],
    order: ticket.order_id === null ? null : { id: ticket.order_id, number: ticket.order_number },
    created_text: at(ticket.created_at),
    due_text: untilWords(ticket.answer_due_at, ticket.branch.time_zone),
    phone: phoneList(ticket.branch.phones)[0] ?? null,
    is_late: ticket.answer_due_at < new Date(),
    email: shownContact(acting)({ type: 'email', value: ticket.email }),
    messages: ticket.messages.map((message) => ({
      id: message.id,
      author: message.author,
      author_name: message.author_name,
      text: message.text,
      at_text: at(message.created_at),
      files: message.files.map(({ id, name, size }) => ({ name, size, url: ticketFileUrl(ticket.id, id) })),
    })),
    done: new URL(request.url).searchParams.get('done'),
  };
}

export type TicketData = Awaited<ReturnType<typeof loader>>;

export async function action({ params, request, context }: Route.ActionArgs) {
  const found = context.get(shop);
  const { db, requestContext, config } = found;
  const { user_id } = requireAccount(requestContext, request);
  const { id } = await ownTicket(found, params.id, user_id);
  const form = await request.formData();
  switch (form.get('intent')) {
    case 'close':
      return answerForm(supportTicketUrl(id), 'close', form, () => closeOwnTicket(db, user_id, id));
    case 'write':
      return answerForm(supportTicketUrl(id), 'write', form, async () => {
        await takeTicketLimit(db, user_id);
        await withStoredFiles(config.DATA_DIR, form, (files) =>
          db.transaction().execute((db) => writeToTicket(db, user_id, id, { text: textOf(form, 'text'), files })),
        );
      });
    default:
      throw new PageFailure(400);
  }
}

export default function Ticket({ loaderData, actionData }: Route.ComponentProps) {
  return <TicketScreen ticket={loaderData} answer={(actionData as FormAnswer | undefined) ?? null} />;
}

async function ownTicket({ db }: Shop, id: string, user_id: string) {
  const ticket = await getTicketForOwner(db, id, user_id);
  if (!ticket) throw notFound();
  return ticket;
}
