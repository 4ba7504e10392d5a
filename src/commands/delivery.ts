import type { z } from 'zod';
import type { Department } from '#modules/departments/queries.ts';
import { setPickupSlots } from '#modules/departments/set-pickup-slots.ts';
import { listCarryingRates } from '#modules/orders/carrying.ts';
import { listDeliveryZones } from '#modules/orders/delivery.ts';
import {
  CarryingRateInput,
  DeliverySlotInput,
  findZone,
  listDeliverySlots,
  removeCarryingRate,
  removeDeliverySlot,
  saveCarryingRate,
  saveDeliverySlot,
} from '#modules/orders/delivery-terms.ts';
import type { Db } from '#platform/database.ts';
import { carryingOffers, tariffWords } from '#shared/carrying.ts';
import { localityName } from '#shared/locality-name.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf, formatWeight } from '#shared/plurals.ts';
import { clock } from '#shared/work-time.ts';
import { type Command, CommandFailure, json, textOf } from './command.ts';
import { findBranch } from './find-branch.ts';

const branchParameter = { name: 'ФИЛИАЛ', summary: 'id_1c, метка домена или город' };
const remove = { type: 'boolean', summary: 'убрать' } as const;

/** What the owner says of delivery: hours with their places, unloading and lifting. */
export const commands: Command[] = [
  {
    name: 'delivery list',
    summary: 'зоны филиала с ценами и временем доставки, разгрузка и подъём',
    parameters: [branchParameter],
    options: { json },
    async run({ db, args: { positionals, values }, out }) {
      const terms = await readTerms(db, await findBranch(db, positionals[0] ?? ''));
      if (values.json) return out.json(terms);
      for (const zone of terms.zones) {
        out.line(`${zone.name}: ${zone.places.map(localityName).join(', ')}`);
        for (const { up_to_grams, price_kopecks, vehicle } of zone.rates)
          out.line(`  до ${formatWeight(up_to_grams)}: ${formatPrice(price_kopecks)}, ${vehicle}`);
        for (const { opens_minute, closes_minute, places } of zone.slots)
          out.line(
            `  ${clock(opens_minute)}-${clock(closes_minute)}: ${places === null ? 'без ограничения' : `${countOf(places, 'заказ', 'заказа', 'заказов')} в день`}`,
          );
      }
      for (const rate of terms.carrying) out.line(`${carryingOffers[rate.kind]} (${rate.kind}): ${tariffWords(rate)}`);
    },
  },
  {
    name: 'delivery slot',
    changes: 'delivery',
    summary: 'время доставки в зону и сколько заказов оно берёт в день',
    parameters: [
      branchParameter,
      { name: 'ЗОНА', summary: 'как её называет delivery list' },
      { name: 'ВРЕМЯ', summary: '09:00-12:00' },
    ],
    options: { places: { type: 'string', value: 'N', summary: 'заказов в день; без этого сколько угодно' }, remove },
    async run({ db, args: { positionals, values }, out }) {
      const [typed = '', name = '', hours = ''] = positionals;
      const branch = await findBranch(db, typed);
      const zone_id = await findZone(db, branch.id_1c, name);
      if (zone_id === null) throw new CommandFailure(`Зона не найдена: ${name}`);
      const [opens_minute = Number.NaN, closes_minute = Number.NaN] = hours.split('-').map(minuteOf);
      const places = textOf(values.places);
      const slot = checked(DeliverySlotInput, {
        opens_minute,
        closes_minute,
        places: places === undefined ? null : Number(places),
      });
      if (!values.remove) await saveDeliverySlot(db, zone_id, slot);
      else if (!(await removeDeliverySlot(db, zone_id, opens_minute)))
        throw new CommandFailure(`Такого времени у зоны нет: ${hours}`);
      out.line(`${name}, ${hours}: ${values.remove ? 'убрано' : 'сохранено'}`);
    },
  },
  {
    name: 'delivery carrying',
    changes: 'delivery',
    summary: 'тариф разгрузки (unloading), подъёма на лифте (lift) или по лестнице (stairs)',
    parameters: [branchParameter, { name: 'УСЛУГА', summary: 'unloading, lift или stairs' }],
    options: {
      price: { type: 'string', value: 'РУБЛИ', summary: 'за каждый начатый шаг веса, по лестнице ещё и за этаж' },
      step: { type: 'string', value: 'КГ', summary: 'шаг веса', default: '50' },
      min: { type: 'string', value: 'РУБЛИ', summary: 'самое меньшее за услугу', default: '0' },
      remove,
    },
    async run({ db, args: { positionals, values }, out }) {
      const [typed = '', kind = ''] = positionals;
      const { id_1c } = await findBranch(db, typed);
      if (values.remove) {
        if (!(await removeCarryingRate(db, id_1c, kind))) throw new CommandFailure(`Такого тарифа нет: ${kind}`);
        return out.line(`${kind}: убрано`);
      }
      const hundredths = (value: string | boolean | undefined) => Math.round(Number(textOf(value)) * 100);
      const rate = checked(CarryingRateInput, {
        kind,
        step_grams: Number(values.step) * 1000,
        price_kopecks: hundredths(values.price),
        min_kopecks: hundredths(values.min),
      });
      await saveCarryingRate(db, id_1c, rate);
      out.line(`${carryingOffers[rate.kind]}: ${tariffWords(rate)}`);
    },
  },
  {
    name: 'delivery pickup',
    changes: 'delivery',
    summary: 'время приезда в пункт выдачи: его часы работы по столько минут, и сколько заказов они берут в день',
    parameters: [
      { name: 'ПУНКТ', summary: 'id_1c пункта или филиала' },
      { name: 'МИНУТЫ', summary: 'от 30 до 720, или off: время не предлагать' },
    ],
    options: { places: { type: 'string', value: 'N', summary: 'заказов в день; без этого сколько угодно' } },
    async run({ db, args: { positionals, values }, out }) {
      const [id_1c = '', typed = ''] = positionals;
      const minutes = typed === 'off' ? null : Number(typed);
      if (minutes !== null && !(Number.isInteger(minutes) && minutes >= 30 && minutes <= 720))
        throw new CommandFailure('Минуты: от 30 до 720, или off');
      const typedPlaces = textOf(values.places);
      const places = typedPlaces === undefined ? null : Number(typedPlaces);
      if (places !== null && !(Number.isInteger(places) && places >= 1 && places <= 1000))
        throw new CommandFailure('Заказов в день: от 1 до 1000');
      if (!(await setPickupSlots(db, id_1c, minutes, places))) throw new CommandFailure(`Пункт не найден: ${id_1c}`);
      const length = minutes === null ? null : countOf(minutes, 'минута', 'минуты', 'минут');
      out.line(`${id_1c}: ${length ? `отрезок времени приезда — ${length}` : 'время приезда не предлагается'}`);
    },
  },
];

async function readTerms(db: Db, { id_1c }: Department) {
  const [zones, slots, carrying] = await Promise.all([
    listDeliveryZones(db, id_1c),
    listDeliverySlots(db, id_1c),
    listCarryingRates(db, id_1c),
  ]);
  return {
    zones: zones.map((zone) => ({ ...zone, slots: slots.filter(({ zone_id }) => zone_id === zone.id) })),
    carrying,
  };
}

/** '09:00' → minutes from midnight; NaN: no time. */
function minuteOf(typed: string): number {
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(typed.trim()) ?? [];
  return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
}

function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const { data, error } = schema.safeParse(given);
  if (error) throw new CommandFailure(error.issues.map(({ message }) => message).join('\n'));
  return data as T;
}
