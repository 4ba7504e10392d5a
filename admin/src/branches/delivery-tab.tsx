import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { carryingKinds, carryingOffers } from '#shared/carrying.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import type { Got } from '../parts/got.ts';
import { LineField } from '../parts/line-field.tsx';
import { MoneyInput } from '../parts/money-input.tsx';
import { Empty, LoadFailure, Skeleton } from '../parts/states.tsx';
import { WholeInput } from '../parts/whole-input.tsx';
import { ClashDialog } from '../record/clash-dialog.tsx';
import { SaveBar } from '../record/save-bar.tsx';
import { type RecordForm, useRecord } from '../record/use-record.ts';
import { useCan } from '../session/session.ts';
import { deliveryWords } from './delivery-words.ts';
import { Transfers } from './transfers.tsx';
import { Rates } from './zone-rates.tsx';
import { Slots } from './zone-slots.tsx';

export type Delivery = Got<'/api/admin/delivery/{id}'>;
export type Zone = Delivery['zones'][number];
type Carrying = Delivery['carrying'][number];

/** Where a branch delivers, for how much, when; what movers ask. */
export function DeliveryTab({ id }: { id: string }) {
  const form = useRecord<Delivery>(`/api/admin/delivery/${id}`, ({ zones, carrying, transfers }) => ({
    zones,
    carrying,
    transfers,
  }));
  const canWrite = useCan('branches.write');
  if (!form.body)
    return (
      <div className="panel">
        {form.loadError ? (
          <LoadFailure error={form.loadError} retry={form.reload} />
        ) : (
          <Skeleton rows={6} height={56} />
        )}
      </div>
    );
  return (
    <form
      className="branch-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save();
      }}
    >
      <fieldset className="branch-form" disabled={!canWrite}>
        <legend className="hidden-words">Доставка: {form.body.city}</legend>
        <Zones form={form} />
        <CarryingRates form={form} />
        <Transfers form={form} />
      </fieldset>
      {canWrite ? <SaveBar form={form} /> : <p className="soft">Править доставку могут владелец и контент.</p>}
      {form.clash ? (
        <ClashDialog clash={form.clash} words={deliveryWords} mine={form.fields} settle={form.settle} />
      ) : null}
    </form>
  );
}

const newZone: Zone = {
  id: null,
  name: '',
  places: [],
  days_min: 1,
  days_max: 2,
  slots: [],
  rates: [{ up_to_grams: 30_000, price_kopecks: 0, vehicle: 'легковая машина' }],
};

function Zones({ form: { fields, set, errors } }: { form: RecordForm<Delivery> }) {
  const zones = (fields.zones ?? []) as readonly Zone[];
  const put = (next: readonly Zone[]) => set('zones', next);
  return (
    <>
      <section className="panel" aria-labelledby="zones">
        <div className="panel-head">
          <h2 id="zones">Зоны</h2>
          <div className="panel-actions">
            <Button size="small" icon={<Plus size={14} aria-hidden="true" />} onClick={() => put([...zones, newZone])}>
              Новая зона
            </Button>
          </div>
        </div>
        {zones.length === 0 ? (
          <Empty title="Зон пока нет">Покупатели увидят: «Стоимость доставки уточнит оператор».</Empty>
        ) : (
          <p className="soft branch-note">
            Первая зона — сам город: её цена стоит на страницах товаров. Тяжелее последней цены посчитает оператор.
          </p>
        )}
        {errors.zones ? <p className="field-error branch-note">{errors.zones}</p> : null}
      </section>
      {zones.map((zone, at) => (
        <ZoneFields
          key={zone.id ?? `new-${at}`}
          zone={zone}
          at={at}
          errors={errors}
          change={(next) => put(zones.map((other, n) => (n === at ? { ...other, ...next } : other)))}
          remove={() => put(zones.filter((_, n) => n !== at))}
          raise={() => put([...zones.slice(0, at - 1), zone, ...zones.slice(at - 1, at), ...zones.slice(at + 1)])}
        />
      ))}
    </>
  );
}

type ZoneProps = {
  zone: Zone;
  at: number;
  errors: Record<string, string>;
  change: (next: Partial<Zone>) => void;
  remove: () => void;
  raise: () => void;
};

function ZoneFields({ zone, at, errors, change, remove, raise }: ZoneProps) {
  const name = zone.name || 'новая зона';
  const errorOf = (field: string) => errors[`zones.${at}.${field}`];
  const placesError =
    errorOf('places') ?? Object.entries(errors).find(([key]) => key.startsWith(`zones.${at}.places.`))?.[1];
  const days = (field: 'days_min' | 'days_max', label: string) => (
    <Field label={label} error={errorOf(field)}>
      {(given) => (
        <WholeInput
          {...given}
          value={zone[field]}
          onChange={(value) => change({ [field]: value } as unknown as Partial<Zone>)}
        />
      )}
    </Field>
  );
  return (
    <section className="panel" aria-label={`Зона: ${name}`}>
      <div className="panel-head">
        <h2>{zone.name || 'Новая зона'}</h2>
        <div className="panel-actions">
          {at > 0 ? (
            <button type="button" className="icon-button" aria-label={`Выше: ${name}`} onClick={raise}>
              <ArrowUp size={16} aria-hidden="true" />
            </button>
          ) : null}
          <button type="button" className="icon-button" aria-label={`Убрать зону: ${name}`} onClick={remove}>
            <Trash2 size={16} aria-hidden="true" />
          </button>
        </div>
      </div>
      <div className="form branch-fields">
        <div className="form form-pair">
          <LineField
            label="Название зоны"
            error={errorOf('name')}
            value={zone.name}
            onChange={(text) => change({ name: text })}
          />
          {days('days_min', 'Везём от, дней')}
          {days('days_max', 'до, дней')}
        </div>
        <Field label="Населённые пункты" hint="По одному на строке, как их пишут в адресе" error={placesError}>
          {(given) => (
            <textarea
              {...given}
              rows={Math.min(8, Math.max(2, zone.places.length))}
              value={zone.places.join('\n')}
              onChange={({ target }) => change({ places: target.value === '' ? [] : target.value.split('\n') })}
            />
          )}
        </Field>
        <Rates zone={zone} at={at} errors={errors} change={change} />
        <Slots zone={zone} at={at} errors={errors} change={change} />
      </div>
    </section>
  );
}

/** What movers ask: by steps of weight, by stairs also for each floor. */
function CarryingRates({ form: { fields, set, errors } }: { form: RecordForm<Delivery> }) {
  const rates = (fields.carrying ?? []) as readonly Carrying[];
  const put = (kind: Carrying['kind'], rate: Carrying | null) =>
    set(
      'carrying',
      carryingKinds.flatMap((other) => {
        const known = other === kind ? rate : rates.find((one) => one.kind === other);
        return known ?? [];
      }),
    );
  return (
    <section className="panel" aria-labelledby="carrying">
      <div className="panel-head">
        <h2 id="carrying">Разгрузка и подъём</h2>
      </div>
      <div className="form branch-fields">
        {carryingKinds.map((kind) => {
          const rate = rates.find((one) => one.kind === kind);
          const at = rates.findIndex((one) => one.kind === kind);
          const change = (next: object) => put(kind, { ...(rate as Carrying), ...next });
          return (
            <div key={kind} className="form">
              <label className="check">
                <input
                  type="checkbox"
                  checked={rate !== undefined}
                  onChange={({ target }) =>
                    put(kind, target.checked ? { kind, step_grams: 50_000, price_kopecks: 0, min_kopecks: 0 } : null)
                  }
                />
                {carryingOffers[kind]}
              </label>
              {rate ? (
                <div className="form form-pair">
                  <Field label="За каждые, кг" error={errors[`carrying.${at}.step_grams`]}>
                    {(given) => (
                      <WholeInput
                        {...given}
                        unit={1_000}
                        value={rate.step_grams}
                        onChange={(step_grams) => change({ step_grams })}
                      />
                    )}
                  </Field>
                  <Field
                    label={kind === 'stairs' ? 'Цена за этаж, ₽' : 'Цена, ₽'}
                    error={errors[`carrying.${at}.price_kopecks`]}
                  >
                    {(given) => (
                      <MoneyInput
                        {...given}
                        value={rate.price_kopecks}
                        onChange={(price_kopecks) => change({ price_kopecks })}
                      />
                    )}
                  </Field>
                  <Field label="Не меньше, ₽" error={errors[`carrying.${at}.min_kopecks`]}>
                    {(given) => (
                      <MoneyInput
                        {...given}
                        value={rate.min_kopecks}
                        onChange={(min_kopecks) => change({ min_kopecks })}
                      />
                    )}
                  </Field>
                </div>
              ) : null}
            </div>
          );
        })}
      </div>
    </section>
  );
}
