import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { ensure } from '#shared/ensure.ts';
import { clientSeedLimit, drawMessage, prizeAt, readClientSeed, rollFrom } from '#shared/fair-draw.ts';
import { fortuneUrl } from '#shared/urls.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { checkErrors } from './check-errors.ts';
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
  const errors = answer?.kind === 'bad' ? answer.errors : {};
  return (
    <Form
      key={JSON.stringify(fields)}
      method="get"
      action={`${fortuneUrl()}#check`}
      className="fortune__check"
      onSubmit={submit}
    >
      {asked.map(({ name, label, maxLength, isOptional }) => (
        <Field
          key={name}
          id={`check-${name}`}
          name={name}
          label={label}
          required={!isOptional}
          error={errors[name]}
          defaultValue={fields[name]}
          maxLength={maxLength}
          autoComplete="off"
        />
      ))}
      <button type="submit" className="btn btn--line">
        Проверить
      </button>
      <ErrorSummary
        broken={asked.flatMap(({ name }) => (errors[name] ? [{ id: `check-${name}`, text: errors[name] }] : []))}
      />
      <div role="status">
        {answer?.kind === 'drawn' ? <Drawn answer={answer} isOwn={own !== null} total={totalOf(prizes)} /> : null}
      </div>
    </Form>
  );
}

const asked: { name: keyof CheckFields; label: string; maxLength: number; isOptional?: true }[] = [
  { name: 'server_seed', label: 'Число билета', maxLength: 64 },
  { name: 'commit', label: 'Контрольная сумма, показанная до вращения', maxLength: 64, isOptional: true },
  { name: 'ticket', label: 'Билет', maxLength: 16 },
  { name: 'client_seed', label: 'Слово участника', maxLength: clientSeedLimit },
];

type Drawn = Extract<CheckAnswer, { kind: 'drawn' }>;

function Drawn({ answer, isOwn, total }: { answer: Drawn; isOwn: boolean; total: number }) {
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
  const errors = checkErrors(fields);
  if (errors) return { kind: 'bad', errors };
  const client_seed = ensure(readClientSeed(fields.client_seed));
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
