import { isbot } from 'isbot';

export type Device = 'desktop' | 'mobile';

const mobilePattern =
  /\b(iPhone|iPod|Android.+Mobile|Windows Phone|IEMobile|Opera Mini|Opera Mobi|BlackBerry|BB10|YandexMobileBot|Mobile Safari)\b/i;

/** Phone or not, by user agent (S2-31); an unknown or missing one is a desktop, a tablet too. */
export function deviceOf(userAgent: string | undefined): Device {
  return userAgent && mobilePattern.test(userAgent) && !/iPad|Tablet/i.test(userAgent) ? 'mobile' : 'desktop';
}

/** True for robots (S2-23): they get no visitor uuid, no cart and never a fatal page. */
export function isRobot(userAgent: string | undefined): boolean {
  return isbot(userAgent);
}
