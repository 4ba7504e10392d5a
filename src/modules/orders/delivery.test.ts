import { expect, test } from 'vitest';
import { type DeliveryZone, quoteDelivery } from './delivery.ts';

const rates = [
  { up_to_grams: 500_000, price_kopecks: 39_000, vehicle: 'легковая' },
  { up_to_grams: 1_500_000, price_kopecks: 129_000, vehicle: 'фургон до 1,5 т' },
];
const zones: DeliveryZone[] = [
  { id: 1, name: 'Город', places: ['вологда'], days_min: 1, days_max: 1, rates },
  { id: 2, name: 'Пригород', places: ['молочное', 'майский', 'великий двор'], days_min: 1, days_max: 2, rates },
  { id: 3, name: 'Сокол', places: ['сокол', 'орел'], days_min: 2, days_max: 3, rates: [] },
];
const zoneOf = (address: string) => quoteDelivery(zones, address, 1000).zone_name;

test('the zone is named by the locality of the address, however it is written', () => {
  expect(zoneOf('г. Вологда, ул. Мира, д. 10, кв. 5')).toBe('Город');
  expect(zoneOf('160000, Вологодская обл., г.Вологда, ул Мира 10')).toBe('Город');
  expect(zoneOf('ВОЛОГДА, Мира 10')).toBe('Город');
  expect(zoneOf('Вологда Мира 10 кв 5')).toBe('Город');
  expect(zoneOf('город Вологда ул. Ленина 1')).toBe('Город');
  expect(zoneOf('д. Великий Двор, 7')).toBe('Пригород');
  expect(zoneOf('г. Орёл, ул. Сокол, 1')).toBe('Сокол');
});

test('of several localities the last and narrowest counts', () => {
  expect(zoneOf('Вологодская обл., Вологда, пос. Молочное, ул. Мира, 3')).toBe('Пригород');
});

test('an address that names two zones is priced as the dearer one, whichever stands last', () => {
  const dear = [{ up_to_grams: 500_000, price_kopecks: 90_000, vehicle: 'легковая' }];
  const priced = zones.map((zone) => (zone.name === 'Сокол' ? { ...zone, rates: dear } : zone));
  for (const address of [
    'г. Сокол, ул. Мира, 5, Вологда',
    'Вологда, г. Сокол, ул. Мира, 5',
    'Сокол, г. Вологда, Мира 5',
  ]) {
    expect(quoteDelivery(priced, address, 1000)).toMatchObject({ zone_name: 'Сокол', price: 90_000 });
    // Without rates of its own a zone is priced by the operator, never as the nearer one.
    expect(quoteDelivery(zones, address, 1000)).toMatchObject({ zone_name: 'Сокол', price: null });
    expect(quoteDelivery(priced, address, null)).toMatchObject({ zone_name: 'Сокол', price: null, days_max: 3 });
  }
});

test('a street or region that merely resembles a city is no locality', () => {
  expect(zoneOf('г. Москва, ул. Вологда, 1')).toBeNull();
  expect(zoneOf('г. Москва, Вологодский пр-д, 1')).toBeNull();
  expect(zoneOf('Вологодская область, г. Грязовец, ул. Сокольская, 5')).toBeNull();
  expect(zoneOf('Соколовка, 4')).toBeNull();
  expect(zoneOf('')).toBeNull();
});

test('the cheapest rate that covers the weight counts; heavier, unknown weight or no rates are for the operator', () => {
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 500_000)).toMatchObject({
    price: 39_000,
    vehicle: 'легковая',
    days_min: 1,
  });
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 500_001).price).toBe(129_000);
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 1_500_001)).toMatchObject({ price: null, zone_id: 1, days_max: 1 });
  expect(quoteDelivery(zones, 'Вологда, Мира 1', null).price).toBeNull();
  expect(quoteDelivery(zones, 'Сокол, Мира 1', 1).price).toBeNull();
  expect(quoteDelivery(zones, 'Тотьма, Мира 1', 1)).toEqual({
    zone_id: null,
    zone_name: null,
    price: null,
    days_min: null,
    days_max: null,
    vehicle: null,
    room_grams: null,
  });
});

test('what more comes at the same price is told up to the end of the rate, and not where the operator prices', () => {
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 420_000)).toMatchObject({ price: 39_000, room_grams: 80_000 });
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 500_000).room_grams).toBe(0);
  expect(quoteDelivery(zones, 'Вологда, Мира 1', 1_500_001).room_grams).toBeNull();
  expect(quoteDelivery(zones, 'Вологда, Мира 1', null).room_grams).toBeNull();
});
