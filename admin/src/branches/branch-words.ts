import { cityCases, cityCaseWords } from '#shared/city-cases.ts';
import { formatDay } from '#shared/dates.ts';
import { formatPrice } from '#shared/money.ts';
import { countOf } from '#shared/plurals.ts';
import type { FieldWords } from '../record/values.ts';

export type Hour = { weekday: number; opens_minute: number; closes_minute: number };
export type HourException = {
  date: string;
  opens_minute: number | null;
  closes_minute: number | null;
  note: string | null;
};

export const weekdayWords = ['', 'Пн', 'Вт', 'Ср', 'Чт', 'Пт', 'Сб', 'Вс'];

/** 510 → «08:30». */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}

/** «08:30» → 510; null: no time. «00:00» as an end is midnight of the next day. */
export function minuteOf(clock: string, isEnd = false): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(clock) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const minute = Number(hours) * 60 + Number(minutes);
  return isEnd && minute === 0 ? 1440 : minute;
}

function span(opens: number | null, closes: number | null): string {
  return opens === null || closes === null ? 'закрыто' : `${clockOf(opens)}–${clockOf(closes)}`;
}

/** Fields of a branch, as the form and the journal call them. */
export const branchWords: FieldWords = {
  name_for_site: 'Название на сайте',
  city: 'Город',
  region: 'Область',
  names_cases: {
    label: 'Падежи',
    show: (value) => {
      const cases = (value ?? {}) as Record<string, string>;
      return cityCases.map((key) => `${cityCaseWords[key].toLowerCase()} ${cases[key] ?? '—'}`).join(', ');
    },
  },
  are_cases_sure: 'Падежи проверены',
  address: 'Улица и дом',
  postal_code: 'Индекс',
  phones: 'Телефоны',
  email: 'Почта филиала',
  latitude: 'Широта',
  longitude: 'Долгота',
  verification_code: 'Код Яндекс.Вебмастера',
  way_in: 'Как войти',
  parking: 'Парковка',
  services: 'Услуги',
  entrance_image: 'Фото входа',
  time_zone: 'Часовой пояс',
  storage_days: 'Хранить заказ, дней',
  min_order_kopecks: {
    label: 'Заказ от',
    show: (value) => (typeof value === 'number' ? formatPrice(value) : '—'),
  },
  work_time: 'Часы словами',
  hours: {
    label: 'Часы работы',
    show: (value) =>
      ((value ?? []) as Hour[])
        .map((hour) => `${weekdayWords[hour.weekday]} ${span(hour.opens_minute, hour.closes_minute)}`)
        .join(', ') || 'закрыто всегда',
  },
  hour_exceptions: {
    label: 'Исключения',
    show: (value) =>
      ((value ?? []) as HourException[])
        .map((day) => `${formatDay(day.date)} ${span(day.opens_minute, day.closes_minute)}`)
        .join(', ') || 'нет',
  },
  pickup_slot_minutes: {
    label: 'Промежуток самовывоза',
    show: (value) => (typeof value === 'number' ? countOf(value, 'минута', 'минуты', 'минут') : 'не предлагается'),
  },
  pickup_slot_places: {
    label: 'Заказов в промежутке',
    show: (value) => (typeof value === 'number' ? String(value) : 'сколько придёт'),
  },
};
