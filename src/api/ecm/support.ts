import { z } from 'zod';
import { type Api, type ApiContext, ErrorAnswer } from '#api/api.ts';
import { ProductCode } from '#api/product-code.ts';
import { refuseWhileActing } from '#modules/accounts/refuse-while-acting.ts';
import { fileRequest, takeReceiptLimit } from '#modules/support/file-request.ts';
import { takeTicketLimit } from '#modules/support/open-ticket.ts';
import { ticketMessages } from '#modules/support/schema.ts';
import { consentGiven } from '#shared/form-fields.ts';

const SupportRequest = z.object({
  request_key: z.guid().describe('Номер формы: под тем же номером обращение не удвоится'),
  theme: z.string(ticketMessages.theme).max(100, ticketMessages.theme),
  name: z.string(ticketMessages.name).max(1_000),
  email: z.string(ticketMessages.email).max(1_000, ticketMessages.email),
  phone: z.string().max(100).default(''),
  text: z.string().max(20_000).default(''),
  consent_personal_data: z
    .union([z.boolean(), z.literal(consentGiven)])
    .default(false)
    .describe('given: согласие дано раньше, его действие проверит сервер'),
});

/** S4-16: the footer's dialog files its request here, and files it again when that failed. */
export function supportRoutes(api: Api, { db }: ApiContext): void {
  api.post(
    '/api/ecm/:product/support/requests/',
    {
      schema: {
        summary: 'Обращение в поддержку',
        params: z.object({ product: ProductCode }),
        body: SupportRequest,
        response: {
          201: z.object({ number: z.int(), answer_due_at: z.string() }),
          403: ErrorAnswer,
          404: ErrorAnswer,
          422: ErrorAnswer,
          429: ErrorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { account, department, origin, address } = request.requestContext;
      // S6-05: the form carries a consent, the customer's alone.
      if (account) refuseWhileActing(account);
      await takeTicketLimit(db, account?.user_id ?? address);
      const tells_sender = await takeReceiptLimit(db, request.body.email);
      const requester = { user_id: account?.user_id ?? null, department_id_1c: department.id_1c, origin, address };
      const { number, answer_due_at } = await db
        .transaction()
        .execute((db) => fileRequest(db, requester, { ...request.body, tells_sender }));
      return reply.code(201).send({ number, answer_due_at: answer_due_at.toISOString() });
    },
  );
}
