import { Download } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#shared/plurals.ts';
import { Button } from '../parts/button.tsx';
import { LineField } from '../parts/line-field.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { PageLink } from '../parts/page-link.tsx';
import { WholeField } from '../parts/whole-field.tsx';
import { useNewRecord } from '../record/use-new-record.ts';
import { DateFields, NoteField, TermFields } from './coupon-fields.tsx';
import { CreateBar, useUsualTerms } from './new-coupon-page.tsx';

type Batch = { id: number; count: number; csv: string };

/** Many codes at once, each for one use; the file with all of them is given here alone. */
export function BatchPage() {
  const [batch, setBatch] = useState<Batch | null>(null);
  return (
    <PageFrame title="Партия кодов" crumbs={[{ label: 'Купоны', to: '/promo' }]}>
      {batch ? <Made batch={batch} /> : <BatchForm onMade={setBatch} />}
    </PageFrame>
  );
}

function BatchForm({ onMade }: { onMade: (batch: Batch) => void }) {
  const form = useNewRecord<Batch>(
    '/api/admin/coupon-batches',
    { prefix: '', count: null, ...useUsualTerms() },
    onMade,
  );
  const { fields, set, errors } = form;
  return (
    <form
      className="panel form-panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.create();
      }}
    >
      <p className="soft">
        Каждый код действует один раз. После приставки стоят восемь случайных знаков, которые не путаются с другими.
      </p>
      <div className="form form-columns promo-fields">
        <WholeField
          label="Сколько кодов"
          hint="До 10 000"
          value={fields.count}
          onChange={(value) => set('count', value)}
          error={errors.count}
        />
        <LineField
          label="Приставка"
          hint="Необязательно: НГ26 даст коды НГ26-4F7GJ2LD"
          error={errors.prefix}
          maxLength={16}
          value={String(fields.prefix ?? '')}
          onChange={(text) => set('prefix', text.toUpperCase())}
        />
      </div>
      <TermFields form={form} />
      <div className="form form-columns promo-fields">
        <DateFields form={form} />
        <NoteField form={form} />
      </div>
      <CreateBar form={form} label="Выпустить коды" />
    </form>
  );
}

function Made({ batch: { id, count, csv } }: { batch: Batch }) {
  const [isTaken, setTaken] = useState(false);
  return (
    <section className="panel form-panel" aria-labelledby="batch-made">
      <h2 id="batch-made">{`Партия ${id}: ${countOf(count, 'код', 'кода', 'кодов')}`}</h2>
      <p>
        Сохраните файл сейчас: весь список выдаётся один раз. Потом в списке купонов можно найти любой код отдельно.
      </p>
      <div className="form-actions">
        <PageLink to={`/promo?batch=${id}`} className="btn">
          Открыть партию в списке
        </PageLink>
        <Button
          kind="primary"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={() => {
            saveFile(`kupony-${id}.csv`, csv);
            setTaken(true);
          }}
        >
          Скачать CSV
        </Button>
      </div>
      <p className="soft" aria-live="polite">
        {isTaken ? 'Файл сохранён в загрузки браузера' : ''}
      </p>
    </section>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
