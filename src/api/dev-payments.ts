import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { tableMemory } from '#integrations/demonstration-payments/memory.ts';
import {
  answerCall,
  cancel,
  fault,
  findPayment,
  pay,
  promise,
  type Setup,
  type StoredObject,
} from '#integrations/demonstration-payments/protocol.ts';
import { demonstrationKeys } from '#integrations/demonstration-payments/provider.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import { formatPrice } from '#shared/money.ts';
import type { Api, ApiContext } from './api.ts';
import { sendDevPage } from './dev-page.ts';

const laterMs = 20_000;
const noticeTries = 3;

/**
 * The demonstration provider: YooKassa's API v3 at /dev/payments/v3/ and a page to pay at, for a shop in demonstration
 * mode without keys. It knows nothing of the shop but what the protocol carries, and takes no money.
 */
export function devPaymentRoutes(api: Api, { db, config, partners }: ApiContext): void {
  if (partners.payments?.name !== 'demonstration') return;
  let port = config.PORT;
  let own = `http://127.0.0.1:${port}`;
  const setup: Setup = {
    memory: tableMemory(db),
    methods: ['bank_card', 'sbp'],
    pageUrl: (id) => `http://${config.MAIN_DOMAIN}:${port}/dev/pay/${id}/`,
    tell: (event, object) => void notify(event, object),
  };

  api.addHook('onListen', async () => {
    const address = api.server.address() as AddressInfo | string | null;
    if (address === null || typeof address === 'string') return;
    port = address.port;
    own = `http://127.0.0.1:${port}`;
  });

  const hidden = { schema: { hide: true }, config: { anyHost: true, rateLimit: false } };

  api.all('/dev/payments/v3/*', hidden, async (request, reply) => {
    const { authorization, 'idempotence-key': key } = request.headers;
    const { pathname, searchParams } = new URL(request.url, own);
    const call = {
      method: request.method,
      path: pathname.slice('/dev/payments/v3'.length),
      query: searchParams,
      key: typeof key === 'string' ? key : undefined,
      body: request.body,
    };
    const isKnown = authorization === `Basic ${btoa(`${demonstrationKeys.shop_id}:${demonstrationKeys.secret_key}`)}`;
    const { status, json } = isKnown
      ? await answerCall(setup, call)
      : fault(401, 'invalid_credentials', 'Unknown shop');
    return reply.code(status).send(json);
  });

  api.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    const schema = { hide: true, params: z.object({ id: z.uuid() }) };

    pages.get('/dev/pay/:id/', { schema }, async (request, reply) => {
      const { id } = request.params as { id: string };
      return send(reply, await find(id));
    });

    pages.post(
      '/dev/pay/:id/',
      { schema: { ...schema, body: z.object({ press: z.string() }) } },
      async (request, reply) => {
        const { id } = request.params as { id: string };
        const { press } = request.body as { press: string };
        const payment = await find(id);
        if (press === 'pay') await pay(setup, payment);
        else if (press === 'later') await promiseLater(payment);
        else await cancel(setup, payment, press === 'no_money' ? 'insufficient_funds' : '3d_secure_failed');
        const { return_url } = payment.body.confirmation;
        return reply.redirect(return_url ?? `/dev/pay/${id}/`, 303);
      },
    );
  });

  async function find(id: string): Promise<StoredObject> {
    return findPayment(setup, id).catch(() => {
      throw new Refusal('not_found', {}, 'Такого платежа нет');
    });
  }

  async function promiseLater(payment: StoredObject): Promise<void> {
    if (payment.body.status !== 'pending') return;
    await promise(setup, payment, new Date(Date.now() + laterMs));
    // Looking at it is what lets it succeed and sends the notification.
    setTimeout(() => findPayment(setup, payment.id).catch(() => {}), laterMs + 50).unref();
  }

  async function notify(event: string, object: unknown): Promise<void> {
    const body = JSON.stringify({ type: 'notification', event, object });
    for (let left = noticeTries; left > 0; left--) {
      const answer = await fetch(`${own}/api/payments/demonstration/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }).catch(() => null);
      if (answer?.ok) return;
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a reply of any route of this file
function send(reply: any, payment: StoredObject) {
  const back = payment.body.confirmation.return_url;
  return sendDevPage(reply, page(payment), back ? `'self' ${new URL(back).origin}` : "'self'");
}

const methodWords: Record<string, string> = { bank_card: 'Банковская карта', sbp: 'СБП' };
const stateWords: Record<string, string> = {
  succeeded: 'Платёж прошёл (понарошку).',
  canceled: 'Платёж отменён.',
  waiting_for_capture: 'Платёж ждёт подтверждения магазина.',
};

function page({ body, settles_at }: StoredObject): string {
  const isSbp = body.payment_method.type === 'sbp';
  const back = body.confirmation.return_url;
  const sum = formatPrice(Number(body.amount.value.replace('.', '')));
  const buttons = [
    ['pay', 'Оплатить'],
    ...(isSbp ? [['later', 'Оплатить позже: банк подтвердит через 20 секунд']] : []),
    ['no_money', 'Отказать: не хватает денег'],
    ['refuse', isSbp ? 'Отказаться от оплаты' : 'Отказать: код не введён'],
  ];
  const state = settles_at ? 'Банк думает, подтверждение придёт через несколько секунд.' : stateWords[body.status];
  const form =
    body.status === 'pending' && !settles_at
      ? `<form method="post">${buttons.map(([value, words], index) => `<button name="press" value="${value}"${index === 0 ? ' class="main"' : ''}>${words}</button>`).join('')}</form>`
      : `<p role="status"><strong>${state}</strong></p>`;
  const link = back
    ? `<p><a href="${escapeHtml(back)}">Вернуться в магазин</a></p>`
    : '<p>Вернитесь на страницу магазина, где был QR-код: она узнает о платеже сама.</p>';
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Демонстрация оплаты</title>
<style>body{font:16px/24px sans-serif;max-width:480px;margin:32px auto;padding:0 16px;color:#1d2420;background:#f6f3ec}
main{background:#fff;border-radius:12px;padding:24px}h1{font-size:24px;line-height:30px;margin:0 0 16px}
.warn{background:#fdf3d9;border-radius:8px;padding:12px 16px;font-weight:bold}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}
dd{margin:0;font-weight:bold}button{display:block;width:100%;min-height:48px;margin:0 0 12px;font:inherit;border:1px solid #1f5a43;border-radius:8px;
background:#fff;color:#1f5a43;cursor:pointer}button.main{background:#1f5a43;color:#fff}a{color:#1f5a43}</style></head>
<body><main><h1>Демонстрация: деньги не списываются</h1>
<p class="warn">Это не банк. Страница стоит на месте платёжной системы, пока магазину не дали её ключей.</p>
<dl><dt>Платёж</dt><dd>${escapeHtml(body.description ?? '')}</dd><dt>Сумма</dt><dd>${escapeHtml(sum)}</dd><dt>Способ</dt><dd>${methodWords[body.payment_method.type] ?? ''}</dd></dl>
${form}${link}</main></body></html>
`;
}
