import { adminStream } from './route.ts';

/** What changes while the back office is open; what it became is asked by the ordinary calls. */
export const eventRoute = adminStream({
  url: '/api/admin/events',
  summary: 'Поток событий: что изменилось в заказах, деньгах, обращениях, обмене и заданиях',
  permission: null,
  run({ context, staff, now }) {
    return context.officeStreams.open(staff, staff.second_factor_until ?? now);
  },
});
