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
import { demonstrationKeys, demonstrationName } from '#integrations/demonstration-payments/provider.ts';
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
  if (partners.payments?.name !== demonstrationName) return;
  let port = config.PORT;
  let own = `http://127.0.0.1:${port}`;
  const setup: Setup = {
    memory: tableMemory(db),
    methods: ['bank_card', 'sbp'],
    pageUrl: (id) => `http://${config.MAIN_DOMAIN}:${port}/dev/pay/${id}/`,
    notify: (event, object) => void notify(event, object),
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
  const refusals = [
    ['no_money', 'Отказать: не хватает денег'],
    ['refuse', isSbp ? 'Отказаться от оплаты' : 'Отказать: код не введён'],
  ];
  const state = settles_at ? 'Банк думает, подтверждение придёт через несколько секунд.' : stateWords[body.status];
  const button = (value: string, words: string) => `<button name="press" value="${value}">${words}</button>`;
  const form =
    body.status === 'pending' && !settles_at
      ? `<form method="post"><button class="main" name="press" value="pay">Оплатить</button>
${isSbp ? button('later', 'Оплатить позже: банк подтвердит через 20 секунд') : ''}
<fieldset><legend>Чтобы увидеть отказ банка</legend>${refusals.map(([value = '', words = '']) => button(value, words)).join('')}</fieldset></form>`
      : `<p class="state" role="status"><strong>${state}</strong></p>`;
  const link = back
    ? `<p class="back"><a href="${escapeHtml(back)}">Вернуться в магазин</a></p>`
    : '<p class="back">Вернитесь на страницу магазина, где был QR-код: она узнает о платеже сама.</p>';
  return `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Демонстрация оплаты</title>
<style>${pageStyle}</style></head>
<body><header><b>Страница оплаты</b><span>${methodWords[body.payment_method.type] ?? ''}</span></header>
<main><h1>${escapeHtml(body.description ?? 'Платёж')}</h1>
<p class="sum">${escapeHtml(sum)}</p>
<p class="note"><b>Демонстрация: деньги не списываются.</b> Это не банк: страница стоит на месте платёжной системы, пока магазину не дали её ключей.</p>
${form}${link}</main></body></html>
`;
}

/** The look of the simulated partner: its own, with the shop's colours, in one narrow column on every screen. */
const pageStyle = `*{box-sizing:border-box}
body{margin:0;min-height:100vh;font:16px/24px system-ui,sans-serif;color:#1f1d18;background:#f4f3ee}
header{display:flex;justify-content:space-between;gap:16px;max-width:440px;margin:0 auto;padding:24px 24px 12px;color:#5c5a52}
header b{color:#1f1d18}
main{max-width:440px;margin:0 auto 32px;background:#fff;border-radius:16px;padding:24px}
h1{font-size:18px;line-height:24px;font-weight:500;margin:0;color:#5c5a52}
p{margin:0}
.sum{font-size:36px;line-height:44px;font-weight:700;margin:4px 0 16px}
.note{font-size:14px;line-height:20px;background:#fdf3d9;border-radius:10px;padding:12px 14px;margin-bottom:20px}
button{display:block;width:100%;min-height:48px;padding:10px 16px;margin-top:10px;font:inherit;border:1px solid #d5d2c8;border-radius:10px;background:#fff;color:#1f1d18;cursor:pointer}
button:hover{border-color:#0f5a43}
button:focus-visible,a:focus-visible{outline:3px solid #0f5a43;outline-offset:2px}
button.main{margin-top:0;border-color:#0f5a43;background:#0f5a43;color:#fff;font-weight:600}
fieldset{margin:24px 0 0;padding:16px 0 0;border:0;border-top:1px solid #e6e3da}
legend{float:left;width:100%;padding:0 0 10px;font-size:14px;line-height:20px;color:#5c5a52}
legend+button{clear:both;margin-top:0}
.state{background:#e8f1ec;border-radius:10px;padding:16px}
.back{margin-top:20px;text-align:center}
a{color:#0f5a43;display:inline-block;padding:10px 0}
@media (min-width:600px){header{padding-top:64px}main{padding:32px}}`;
