import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { LinkField } from '../parts/link-field.tsx';
import { MomentField } from '../parts/moment-field.tsx';
import { Problem } from '../parts/problem.tsx';
import { TextField } from '../record/text-field.tsx';
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
  const form = useNewRecord('/api/admin/campaign-codes', initial, onDone);
  const { fields, set, errors, problem, isBusy, create } = form;
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
        <TextField
          form={form}
          name="code"
          label="Код"
          most={40}
          hint="Латинские буквы, цифры, дефис: listovka-dekabr. После печати его не изменить"
        />
        <LinkField
          label="Куда ведёт"
          value={fields.target}
          onChange={(target) => set('target', target)}
          error={errors.target}
        />
        <div className="form-pair">
          <TextField
            form={form}
            name="utm_source"
            label="Источник (utm_source)"
            most={100}
            hint="Откуда пришли: qr, gazeta"
          />
          <TextField form={form} name="utm_medium" label="Канал (utm_medium)" most={100} hint="Чем: offline, banner" />
        </div>
        <div className="form-pair">
          <TextField
            form={form}
            name="utm_campaign"
            label="Кампания (utm_campaign)"
            most={100}
            hint="Пустое поле — сам код"
          />
          <MomentField
            label="Конец"
            hint="Пустое поле — без срока. Время московское"
            value={fields.ends_at}
            onChange={(value) => set('ends_at', value)}
            error={errors.ends_at}
          />
        </div>
        <TextField
          form={form}
          name="note"
          label="Пометка"
          most={300}
          hint="Для себя и заголовком на листе для печати: где висит, какой тираж"
        />
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
