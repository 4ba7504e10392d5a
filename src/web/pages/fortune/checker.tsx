import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { ensure } from '#shared/ensure.ts';
import { drawMessage, prizeAt, rollFrom } from '#shared/fair-draw.ts';
import { fieldsOf, formProblems, readForm } from '#shared/form-rules.ts';
import { fortuneUrl } from '#shared/urls.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import { Field } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { drawCheckForm } from './check-form.ts';
import type { Check, CheckAnswer, CheckFields, PrizeView } from './fortune-view.ts';

/** Repeats a draw in the visitor's own browser; without a script the same form is answered by the page. */
export function Checker({ code, prizes, check }: { code: string; prizes: PrizeView[]; check: Check }) {
  const [answer, setAnswer] = useState(check.answer);
  const { form, field, broken } = useFormCheck(drawCheckForm, answer?.kind === 'bad' ? answer : null, {
    prefix: 'check-',
    values: check.fields,
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (!globalThis.crypto?.subtle) return;
    event.preventDefault();
    const { values } = readForm(drawCheckForm, new FormData(event.currentTarget));
    const errors = formProblems(values, drawCheckForm);
    setAnswer(Object.keys(errors).length > 0 ? { kind: 'bad', errors } : await draw(code, prizes, values));
  };
  return (
    <Form {...form} method="get" action={`${fortuneUrl()}#check`} className="fortune__check" onSubmit={submit}>
      {fieldsOf(drawCheckForm).map(([name]) => (
        <Field key={name} {...field(name)} />
      ))}
      <button type="submit" className="btn btn--line">
        Проверить
      </button>
      <ErrorSummary broken={broken.map(({ id, message }) => ({ id, text: message }))} />
      <div role="status">
        {answer?.kind === 'drawn' ? (
          <Drawn answer={answer} isOwn={answer !== check.answer} total={totalOf(prizes)} />
        ) : null}
      </div>
    </Form>
  );
}

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
async function draw(code: string, prizes: PrizeView[], fields: CheckFields): Promise<Drawn> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(fields.server_seed), hash, false, ['sign']);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(fields.server_seed)));
  const commit = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  for (let round = 0; ; round++) {
    const message = bytes(drawMessage(code, fields.ticket, fields.client_seed, round));
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
