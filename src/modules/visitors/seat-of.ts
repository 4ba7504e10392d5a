import { browserCookie, readSecret, type Seat, waitingLinkCookie } from '#modules/accounts/seat.ts';
import { deviceName } from '#platform/device.ts';
import type { Visit } from './visit.ts';

/** Where the visitor sits, as limits, letters and the session list name it: the city is the branch's whose site is open. */
export function seatOf({ origin, department, userAgent, address, cookies }: Visit): Seat {
  const { name_for_site, city, phones, work_time, email, time_zone } = department;
  return {
    origin,
    city,
    device: deviceName(userAgent),
    address,
    time_zone,
    branch: { name_for_site, city, address: department.address, phones, work_time, email },
    browser: readSecret(cookies[browserCookie]),
    waiting_link: readSecret(cookies[waitingLinkCookie]),
  };
}
