import { browserCookie, type Requester, readSecret, waitingLinkCookie } from '#modules/accounts/requester.ts';
import { deviceName } from '#platform/device.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Where the visitor sits, as limits, emails and the session list name it: the city is the branch's whose site is open.
 */
export function requesterOf({ origin, department, userAgent, address, cookies }: RequestContext): Requester {
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
