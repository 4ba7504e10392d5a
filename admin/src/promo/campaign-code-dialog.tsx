import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LineField } from '../parts/line-field.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useNewRecord } from '../record/use-new-record.ts';

type Props = { onClose: () => void; onDone: () => void };

const initial = {
  code: '',
  target: '',
  utm_source: 'qr',
  utm_medium: 'offline',
  utm_campaign: '',
  ends_at: null,
  note: '',
};

/** A new code of a campaign: where it leads, by what it is counted, until when. What is printed is never changed. */
export function CampaignCodeDialog({ onClose, onDone }: Props) {
  const { fields, set, errors, problem, isBusy, create } = useNewRecord('/api/admin/campaign-codes', initial, onDone);
  const text = (name: string, label: string, most: number, hint: string) => (
    <LineField
      label={label}
      hint={hint}
      error={errors[name]}
      maxLength={most}
      value={String(fields[name] ?? '')}
      onChange={(text) => set(name, text)}
    />
  );
  return (
    <Dialog title="Новый код кампании" className="dialog-wide" onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          create();
        }}
      >
        {text('code', 'Код', 40, 'Латинские буквы, цифры, дефис: listovka-dekabr. После печати его не изменить')}
        <LinkField
          label="Куда ведёт"
          value={fields.target}
          onChange={(target) => set('target', target)}
          error={errors.target}
        />
        <div className="form-pair">
          {text('utm_source', 'Источник (utm_source)', 100, 'Откуда пришли: qr, gazeta')}
          {text('utm_medium', 'Канал (utm_medium)', 100, 'Чем: offline, banner')}
        </div>
        <div className="form-pair">
          {text('utm_campaign', 'Кампания (utm_campaign)', 100, 'Пустое поле — сам код')}
          <MomentField
            label="Конец"
            hint="Пустое поле — без срока. Время московское"
            value={fields.ends_at}
            onChange={(value) => set('ends_at', value)}
            error={errors.ends_at}
          />
        </div>
        {text('note', 'Пометка', 300, 'Для себя и заголовком на листе для печати: где висит, какой тираж')}
        <Problem words={problem} />
        <div className="form-actions">
          <Button onClick={onClose}>Закрыть</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            Создать код
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
