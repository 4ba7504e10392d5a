import type { Requester } from '#modules/accounts/requester.ts';

/** A visitor of the Vologda branch at a desk; what is given stands instead. */
export function testRequester(given: Partial<Requester> = {}): Requester {
  return {
    origin: 'http://idd.localhost',
    city: 'Вологда',
    device: 'Chrome, Linux',
    address: '10.0.0.1',
    time_zone: 'Europe/Moscow',
    branch: {
      name_for_site: 'Вологда',
      city: 'Вологда',
      address: 'ул. Мира, 1',
      phones: { main: '+7 (8172) 00-00-01' },
      work_time: 'Пн–Пт 09:00–20:00;Сб–Вс 10:00–20:00',
      email: 'vologda@idd.example',
    },
    browser: null,
    waiting_link: null,
    ...given,
  };
}
