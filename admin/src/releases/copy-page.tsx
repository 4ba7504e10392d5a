import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatDay } from '#shared/dates.ts';
import { type PlanShift, shiftedDay } from '#shared/plan-shift.ts';
import { countOf } from '#shared/plurals.ts';
import { type CalendarAnswer, type CalendarItem, type Kind, kinds } from '../calendar/calendar-words.ts';
import { today } from '../calendar/span.ts';
import { whenWords } from '../calendar/when.ts';
import { useBranchName } from '../parts/branch-choice.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { type Got, useGot } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { useVerb } from '../parts/use-verb.ts';

type Copied = Pick<Got<'/api/admin/releases/{id}'>, 'id'> & {
  copied: { kind: string; id: string; title: string }[];
  left: { words: string }[];
  notes: string[];
};

/** Why a kind is not copied; what is not named here is. */
const uncopied: Partial<Record<Kind, string>> = {
  releases: 'выпуск собирается заново',
  wheels: 'у колеса каждый раз новый розыгрыш и новый посев: заведите его в «Акциях и купонах»',
  articles: 'статья остаётся на сайте, год ей не меняют',
  pages: 'редакции страниц пишут заново',
  pins: 'закреплённые товары выбирают по новому спросу',
  credit: 'условия кредита каждый раз новые: заведите программу в «Акциях и купонах»',
  forms: 'форма остаётся на сайте, год ей не меняют',
  vacancies: 'вакансию открывают, когда нужен человек',
  news: 'новости магазин пишет сам',
  hours: 'праздничные часы филиалы ставят сами',
};

const keyOf = ({ kind, id }: Pick<CalendarItem, 'kind' | 'id'>) => `${kind} ${id}`;

/** Last year's plan, chosen part by part, copied as drafts into a new release. */
export function CopyPage() {
  const [search] = useSearchParams();
  const lastYear = Number(today().slice(0, 4)) - 1;
  const [from, setFrom] = useState(search.get('from') ?? `${lastYear}-12-01`);
  const [to, setTo] = useState(search.get('to') ?? `${lastYear + 1}-02-01`);
  const [name, setName] = useState(`План, ${Number(from.slice(0, 4)) + 1}`);
  const [shift, setShift] = useState<PlanShift>({ years: 1, keeps: 'weekdays' });
  const [chosen, setChosen] = useState<Set<string>>(new Set());
  const [codes, setCodes] = useState<Record<string, string>>({});
  const isSpan = from !== '' && to !== '' && from < to;
  const { data, error, refetch } = useGot<CalendarAnswer>(`/api/admin/calendar?from=${from}&to=${to}`, {
    isOn: isSpan,
  });
  const queries = useQueryClient();
  const copy = useVerb<Copied>(
    () => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'record' }),
  );
  const crumbs = [
    { label: 'Календарь', to: '/calendar' },
    { label: 'Выпуски', to: '/calendar/releases' },
  ];
  if (copy.answer)
    return (
      <PageFrame title="Повторить прошлый год" crumbs={crumbs}>
        <Done answer={copy.answer} />
      </PageFrame>
    );
  const items = (isSpan ? (data?.items ?? []) : []).filter(({ is_draft: isDraft }) => !isDraft);
  const copied = items.filter(({ kind }) => !uncopied[kind]);
  const wanted = copied.filter((item) => chosen.has(keyOf(item)));
  return (
    <PageFrame title="Повторить прошлый год" crumbs={crumbs}>
      <form
        className="panel form-panel"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const asked = wanted.map(({ kind, id }) => ({ kind, id }));
          copy.run('/api/admin/releases/copy', { name, ...shift, items: asked, codes });
        }}
      >
        <div className="form form-columns">
          <Field label="С какого дня" hint="Прошлый план">
            {(given) => <input {...given} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />}
          </Field>
          <Field label="До какого дня" error={isSpan ? undefined : 'Конец раньше начала'}>
            {(given) => <input {...given} type="date" value={to} onChange={({ target }) => setTo(target.value)} />}
          </Field>
          <ShiftFields shift={shift} onChange={setShift} from={isSpan ? from : null} error={copy.fields.years} />
          <LineField
            label="Название выпуска"
            error={copy.fields.name}
            maxLength={120}
            value={name}
            onChange={setName}
          />
        </div>
        {error && !data ? <LoadFailure error={error} retry={() => void refetch()} /> : null}
        {isSpan && !error && !data ? <Skeleton rows={8} /> : null}
        {isSpan && data && copied.length === 0 ? (
          <Empty title="В эти дни нечего повторить">Выберите дни, в которые шёл прошлый план.</Empty>
        ) : null}
        {copied.length > 0 ? (
          <Choice copied={copied} chosen={chosen} setChosen={setChosen} codes={codes} setCodes={setCodes} />
        ) : null}
        <Left items={items} />
        <Problem words={copy.problem} />
        <div className="save-bar">
          <p className="soft">Копии станут черновиками нового выпуска: покупатели их не увидят.</p>
          <Button kind="primary" type="submit" isBusy={copy.isBusy} disabled={wanted.length === 0}>
            {wanted.length === 0 ? 'Повторить' : `Повторить: ${countOf(wanted.length, 'запись', 'записи', 'записей')}`}
          </Button>
        </div>
      </form>
    </PageFrame>
  );
}

type ShiftProps = {
  shift: PlanShift;
  onChange: (shift: PlanShift) => void;
  /** The first day of the plan; null: not chosen yet. */
  from: string | null;
  error: string | undefined;
};

/** How much later the copies stand, and what of the dates stays as it was. */
function ShiftFields({ shift, onChange, from, error }: ShiftProps) {
  const moved = from === null ? '' : ` ${formatDay(from)} станет ${formatDay(shiftedDay(from, shift))}`;
  return (
    <>
      <Field label="На сколько лет позже" error={error}>
        {(given) => (
          <select
            {...given}
            value={shift.years}
            onChange={({ target }) => onChange({ ...shift, years: Number(target.value) })}
          >
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count}>
                {countOf(count, 'год', 'года', 'лет')}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Что останется прежним"
        hint={`Скидки выходных переносят по дням недели, праздники — по числам.${moved}`}
      >
        {(given) => (
          <select
            {...given}
            value={shift.keeps}
            onChange={({ target }) => onChange({ ...shift, keeps: target.value as PlanShift['keeps'] })}
          >
            <option value="weekdays">дни недели</option>
            <option value="dates">числа</option>
          </select>
        )}
      </Field>
    </>
  );
}

type ChoiceProps = {
  copied: CalendarItem[];
  chosen: Set<string>;
  setChosen: (chosen: Set<string>) => void;
  codes: Record<string, string>;
  setCodes: (codes: Record<string, string>) => void;
};

function Choice({ copied, chosen, setChosen, codes, setCodes }: ChoiceProps) {
  const nameOf = useBranchName();
  const isAll = copied.every((item) => chosen.has(keyOf(item)));
  function choose(item: CalendarItem, isWanted: boolean) {
    const next = new Set(chosen);
    if (isWanted) next.add(keyOf(item));
    else next.delete(keyOf(item));
    setChosen(next);
  }
  return (
    <fieldset className="release-set">
      <legend>Что повторить</legend>
      <Button size="small" onClick={() => setChosen(new Set(isAll ? [] : copied.map(keyOf)))}>
        {isAll ? 'Снять все отметки' : 'Отметить всё'}
      </Button>
      <ul className="release-choice">
        {copied.map((item) => (
          <li key={keyOf(item)}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.has(keyOf(item))}
                onChange={({ target }) => choose(item, target.checked)}
              />
              <span>
                {`${kinds[item.kind].label}: `}
                <b>{item.title}</b>{' '}
                <span className="soft small">
                  {[item.branches?.map(nameOf).join(', ') ?? 'все филиалы', whenWords(item)].join(', ')}
                </span>
              </span>
            </label>
            {item.kind === 'coupons' && chosen.has(keyOf(item)) ? (
              <LineField
                label={`Новый код вместо ${item.title}`}
                hint="Прежний код уже знают"
                maxLength={40}
                value={codes[item.id] ?? ''}
                onChange={(text) => setCodes({ ...codes, [item.id]: text.toUpperCase() })}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** What stood in the plan and is not copied, kind by kind. */
function Left({ items }: { items: CalendarItem[] }) {
  const left = [...new Set(items.map(({ kind }) => kind))].filter((kind) => uncopied[kind]);
  if (left.length === 0) return null;
  return (
    <section className="soft small" aria-label="Что не повторяется">
      <ul>
        {left.map((kind) => (
          <li key={kind}>{`${kinds[kind].label} не повторяются: ${uncopied[kind]}.`}</li>
        ))}
      </ul>
    </section>
  );
}

function Done({ answer: { id, copied, left, notes } }: { answer: Copied }) {
  return (
    <div className="panel form-panel form">
      <p role="status">
        {`Скопировано черновиками: ${countOf(copied.length, 'запись', 'записи', 'записей')}.`}{' '}
        <PageLink to={`/calendar/releases/${id}`}>Открыть выпуск</PageLink>
      </p>
      {left.length > 0 ? <Notes title="Не скопировано" words={left.map(({ words }) => words)} /> : null}
      {notes.length > 0 ? <Notes title="Проверьте" words={notes} /> : null}
    </div>
  );
}

function Notes({ title, words }: { title: string; words: string[] }) {
  return (
    <section className="note release-notes" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {words.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
    </section>
  );
}
