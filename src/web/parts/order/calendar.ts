import type { OrderView } from '#modules/orders/queries.ts';
import { isActive } from '#shared/order-states.ts';
import { addDays, momentOf } from '#shared/zoned-time.ts';

/** Under this name the day of receiving is taken away beside an order's papers. */
export const calendarFile = 'calendar.ics';

/** The order is still to come, and a day was chosen for it. */
export function hasCalendar({ state, receiving, awaits_approval }: OrderView): boolean {
  return isActive(state) && receiving.date !== null && !awaits_approval;
}

/**
 * The day of receiving as calendars read it (RFC 5545): the chosen hours, else the whole day. No code of the order is
 * in it: a calendar is often seen by others. Null where there is no day to come.
 */
export function calendarOf(order: OrderView, now = new Date()): string | null {
  const { receiving, branch, number, id } = order;
  const { date, named_hours: hours } = receiving;
  if (!hasCalendar(order) || date === null) return null;
  const place = receiving.department ?? branch;
  const at = (minute: number) => utc(momentOf(date, minute, place.time_zone));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//IDD//Shop//RU',
    'BEGIN:VEVENT',
    `UID:order-${id}`,
    `DTSTAMP:${utc(now)}`,
    ...(hours
      ? [`DTSTART:${at(hours.from)}`, `DTEND:${at(hours.to)}`]
      : [`DTSTART;VALUE=DATE:${digits(date)}`, `DTEND;VALUE=DATE:${digits(addDays(date, 1))}`]),
    `SUMMARY:${escaped(receiving.type === 'pickup' ? `Забрать заказ ${number} в ИДД` : `Доставка заказа ${number} из ИДД`)}`,
    `LOCATION:${escaped(receiving.type === 'pickup' ? `${place.city}, ${place.address}` : (receiving.address ?? ''))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

const digits = (date: string) => date.replaceAll('-', '');

/** «20261125T070000Z». */
function utc(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** A line of a calendar has 75 bytes at most; what is longer goes on in the next one behind a space. */
function folded(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const sign of text) {
    if (Buffer.byteLength(line + sign) > 74) {
      lines.push(line);
      line = '';
    }
    line += sign;
  }
  return [...lines, line].join('\r\n ');
}
