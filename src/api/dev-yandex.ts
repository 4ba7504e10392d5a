import { z } from 'zod';
import { demonstrationApp, playedAccounts, playYandex } from '#integrations/identity/demonstration.ts';
import { isPlayedYandex } from '#integrations/identity/yandex-sign-in.ts';
import { Refusal } from '#platform/refusal.ts';
import { escapeHtml } from '#shared/html.ts';
import type { Api, ApiContext } from './api.ts';
import { devPage, sendDevPage } from './dev-page.ts';

const Asked = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(demonstrationApp.client_id),
  redirect_uri: z.url(),
  state: z.string().max(200),
  code_challenge: z.string().max(100),
  code_challenge_method: z.literal('S256'),
});
type Asked = z.output<typeof Asked>;

/**
 * Yandex ID of the demonstration: its consent page, tokens and /info at /dev/yandex/, for a shop without an application
 * of its own there.
 */
export function devYandexRoutes(api: Api, { config }: ApiContext): void {
  if (!isPlayedYandex(config)) return;
  const yandex = playYandex();

  api.register(async (pages) => {
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    const schema = { hide: true, querystring: Asked };

    pages.get('/dev/yandex/authorize', { schema }, async (request, reply) => {
      const asked = ownReturn(request.query as Asked, request.requestContext.here);
      return sendDevPage(reply, consentPage(asked), "'self'");
    });

    pages.post('/dev/yandex/authorize', { schema }, async (request, reply) => {
      const asked = ownReturn(request.query as Asked, request.requestContext.here);
      const { login } = z.object({ login: z.string().optional() }).parse(request.body);
      const account = playedAccounts.find((one) => one.login === login);
      const back = new URL(asked.redirect_uri);
      back.searchParams.set('state', asked.state);
      if (account) back.searchParams.set('code', yandex.grant(account, asked.code_challenge));
      else back.searchParams.set('error', 'access_denied');
      return reply.redirect(back.href, 303);
    });

    // The shop's own calls come to 127.0.0.1, where no branch lives.
    const hidden = { schema: { hide: true }, config: { anyHost: true, rateLimit: false } };
    pages.post('/dev/yandex/token', hidden, async (request, reply) => {
      const { status, json } = yandex.token(request.body as Record<string, string>);
      return reply.code(status).send(json);
    });
    pages.get('/dev/yandex/info', hidden, async (request, reply) => {
      const { status, json } = yandex.info(request.headers.authorization);
      return reply.code(status).send(json);
    });
  });
}

/** Codes go to the shop that asked, nowhere else. */
function ownReturn(asked: Asked, here: string): Asked {
  if (asked.redirect_uri === `${here}/auth/yandex`) return asked;
  throw new Refusal('bad_input', {}, 'Адрес возврата — не адрес этого магазина');
}

function consentPage(asked: Asked): string {
  const action = escapeHtml(`/dev/yandex/authorize?${new URLSearchParams(asked)}`);
  const buttons = playedAccounts.map(
    ({ login, real_name, default_email }) =>
      `<p><button name="login" value="${escapeHtml(login)}">Войти как ${escapeHtml(login)}</button> ${escapeHtml(real_name)}, ${escapeHtml(default_email)}</p>`,
  );
  return devPage(
    'Демонстрация: это не Яндекс',
    `<p>Страница стоит на месте Яндекс ID, пока магазину не дали ключей его приложения. Учётные записи вымышлены, пароль не нужен.</p>
<p>Магазин просит доступ к имени, почте и телефону.</p>
<form method="post" action="${action}">${buttons.join('')}<p><button name="login" value="">Отказаться</button></p></form>`,
  );
}
