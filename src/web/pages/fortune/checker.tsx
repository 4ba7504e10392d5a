import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { ensure } from '#shared/ensure.ts';
import { clientSeedLimit, drawMessage, prizeAt, readClientSeed, rollFrom } from '#shared/fair-draw.ts';
import { fortuneUrl } from '#shared/urls.ts';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import type { Check, CheckAnswer, CheckFields, PrizeView } from './fortune-view.ts';

/** Repeats a draw in the visitor's own browser; without a script the same form is answered by the page. */
export function Checker({ code, prizes, check }: { code: string; prizes: PrizeView[]; check: Check }) {
  const [own, setOwn] = useState<CheckAnswer | null>(null);
  const { fields } = check;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (!globalThis.crypto?.subtle) return;
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    setOwn(
      await draw(code, prizes, {
        ticket: text('ticket'),
        client_seed: text('client_seed'),
        server_seed: text('server_seed').toLowerCase(),
        commit: text('commit').toLowerCase(),
      }),
    );
  };
  const answer = own ?? check.answer;
  return (
    <Form
      key={JSON.stringify(fields)}
      method="get"
      action={`${fortuneUrl()}#check`}
      className="fortune__check"
      onSubmit={submit}
    >
      <Field
        id="check-server"
        name="server_seed"
        label="Число билета"
        required
        defaultValue={fields.server_seed}
        maxLength={64}
        autoComplete="off"
      />
      <Field
        id="check-commit"
        name="commit"
        label="Контрольная сумма, показанная до вращения"
        defaultValue={fields.commit}
        maxLength={64}
        autoComplete="off"
      />
      <Field
        id="check-ticket"
        name="ticket"
        label="Билет"
        required
        defaultValue={fields.ticket}
        maxLength={16}
        autoComplete="off"
      />
      <Field
        id="check-client"
        name="client_seed"
        label="Слово участника"
        required
        defaultValue={fields.client_seed}
        maxLength={clientSeedLimit}
        autoComplete="off"
      />
      <button type="submit" className="btn btn--line">
        Проверить
      </button>
      <div role="status">{answer ? <Answer answer={answer} isOwn={own !== null} total={totalOf(prizes)} /> : null}</div>
    </Form>
  );
}

function Answer({ answer, isOwn, total }: { answer: CheckAnswer; isOwn: boolean; total: number }) {
  if (answer.kind === 'bad')
    return (
      <Note kind="err">
        Проверьте поля: число билета — 64 знака 0–9 и a–f, билет — 16 таких знаков, слово не пустое
      </Note>
    );
  const { roll, prize, is_promised } = answer;
  return (
    <Note kind={is_promised === false ? 'err' : 'ok'}>
      <b className="b">
        Бросок {roll} из {total}: {prize}
      </b>
      <br />
      {is_promised === null ? 'Контрольная сумма не указана, сравнить не с чем. ' : ''}
      {is_promised === true ? 'Контрольная сумма совпала: число то самое, что было выбрано до вращения. ' : ''}
      {is_promised === false ? 'Контрольная сумма не совпала: это не то число, что было выбрано. ' : ''}
      {isOwn ? 'Посчитано в вашем браузере.' : 'Посчитано сервером.'}
    </Note>
  );
}

/** The draw of #shared/fair-draw.ts by the browser's own cryptography. */
async function draw(code: string, prizes: PrizeView[], fields: CheckFields): Promise<CheckAnswer> {
  const client_seed = readClientSeed(fields.client_seed);
  if (client_seed === null || !/^[0-9a-f]{64}$/.test(fields.server_seed) || !/^[0-9a-f]{16}$/.test(fields.ticket))
    return { kind: 'bad' };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(fields.server_seed), hash, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(fields.server_seed)));
  const commit = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (let round = 0; ; round++) {
    const message = bytes(drawMessage(code, fields.ticket, client_seed, round));
    const roll = rollFrom(new Uint8Array(await crypto.subtle.sign('HMAC', key, message)), totalOf(prizes));
    if (roll === null) continue;
    const weights = prizes.map((prize) => prize.weight);
    const is_promised = fields.commit === '' ? null : fields.commit === commit;
    return { kind: 'drawn', roll, prize: ensure(prizes[prizeAt(roll, weights)]).name, is_promised };
  }
}

function totalOf(prizes: PrizeView[]): number {
  return prizes.reduce((sum, prize) => sum + prize.weight, 0);
}
