import { useState } from 'react';
import { type Dates, daysOf, daysWords, isInOrder, withDays } from '#shared/calendar-days.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { Problem } from '../parts/problem.tsx';
import { type CalendarItem, kinds, recordOf } from './calendar-words.ts';
import { isMoment } from './use-moves.ts';

type Props = {
  item: CalendarItem;
  isBusy: boolean;
  /** Resolves to what was refused; null: saved. */
  move: (item: CalendarItem, dates: Dates) => Promise<string | null>;
  onClose: () => void;
};

/** The days of what stands in the calendar, to be set by the keyboard; or why they are not set here. */
export function MoveDialog({ item: latest, isBusy, move, onClose }: Props) {
  // The days that the person was shown: what another changes meanwhile is told, not written over.
  const [shown, setShown] = useState<CalendarItem | null>(latest);
  const item = shown ?? latest;
  const { time_zone: zone, fixed } = item;
  const was = daysOf(item, zone);
  // What was not typed is as it stands, also once it stands otherwise.
  const [typed, setTyped] = useState<{ first?: string; last?: string }>({});
  const first = typed.first ?? was.first ?? '';
  const last = typed.last ?? was.last ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [wrongs, setWrongs] = useState<{ first?: string; last?: string }>({});

  async function save() {
    const found = {
      ...(was.first !== null && first === '' && { first: 'Укажите день' }),
      ...(was.last !== null && last === '' && { last: 'Укажите день' }),
    };
    const dates = Object.keys(found).length > 0 ? null : withDays(item, { first, last }, zone);
    if (dates && !isInOrder(dates)) Object.assign(found, { last: 'Конец раньше начала' });
    setWrongs(found);
    if (!dates || Object.keys(found).length > 0) return;
    const refused = await move(item, dates);
    if (refused === null) return onClose();
    setProblem(refused);
    // Whoever was told and goes on means the record as it is now.
    setShown(null);
  }

  const what = (
    <p>
      {kinds[item.kind].label}: <PageLink to={recordOf(item)}>{item.title}</PageLink>
    </p>
  );
  return (
    <Dialog title="Переместить" onClose={onClose}>
      {fixed === null ? (
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) void save();
          }}
        >
          {what}
          <div className="form-pair">
            {was.first === null ? null : (
              <Field label={isMoment(item) ? 'День' : 'Первый день'} error={wrongs.first}>
                {(given) => (
                  <input
                    {...given}
                    type="date"
                    max="2099-12-31"
                    value={first}
                    onChange={({ target }) => setTyped({ ...typed, first: target.value })}
                  />
                )}
              </Field>
            )}
            {was.last === null ? null : (
              <Field label="Последний день" error={wrongs.last}>
                {(given) => (
                  <input
                    {...given}
                    type="date"
                    max="2099-12-31"
                    value={last}
                    onChange={({ target }) => setTyped({ ...typed, last: target.value })}
                  />
                )}
              </Field>
            )}
          </div>
          <p className="soft small">Время суток останется прежним.</p>
          <Problem words={problem} />
          {problem !== null && shown === null ? (
            <p className="soft small">Сейчас: {daysWords(item, zone, isMoment(item))}.</p>
          ) : null}
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Переместить
          </Button>
        </form>
      ) : (
        <div className="form">
          {what}
          <p className="note">
            {fixed}. Сейчас: {daysWords(item, zone, false)}.
          </p>
        </div>
      )}
    </Dialog>
  );
}
