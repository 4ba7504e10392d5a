import { isbot } from 'isbot';
import { memoize } from './cache.ts';

/** Which variant of a page is shown (S2-31). */
export type DeviceType = 'desktop' | 'mobile';

/** Nothing behind this many characters tells a browser from another; longer ones only cost time. */
const longestUserAgent = 512;

const mobilePattern =
  /\b(?:iPhone|iPod|Windows Phone|IEMobile|Opera Mini|Opera Mobi|BlackBerry|BB10|YandexMobileBot|Mobile Safari|Nokia|Symbian|Series ?[346]0|MIDP|J2ME|UCWEB|Bada|Fennec|webOS)/i;
const androidPattern = /\bAndroid/i;
const mobileWord = /.Mobile\b/i;

/** Two looks instead of `Android.+Mobile`, which would begin again at each «Android». */
function isAndroidPhone(userAgent: string): boolean {
  const at = userAgent.search(androidPattern);
  return at !== -1 && mobileWord.test(userAgent.slice(at + 'Android'.length));
}

/** Phone or not, by user agent (S2-31, S3-13); an unknown or missing one is a desktop, a tablet too. */
export function deviceTypeOf(userAgent = ''): DeviceType {
  return read(userAgent).isMobile ? 'mobile' : 'desktop';
}

/** True for robots (S2-23): they get no visitor uuid, no cart and never a fatal page. */
export function isRobot(userAgent = ''): boolean {
  return read(userAgent).isRobot;
}

type Reading = { isMobile: boolean; isRobot: boolean };

/** Few user agents make most of the requests, and the patterns are long: each is read once. */
const readCut = memoize({ name: 'user_agents', max: 1_000 }, (userAgent: string): Reading => {
  const isMobile = (mobilePattern.test(userAgent) || isAndroidPhone(userAgent)) && !/iPad|Tablet/i.test(userAgent);
  return { isMobile, isRobot: isbot(userAgent) };
});

function read(userAgent: string): Reading {
  return readCut(userAgent.slice(0, longestUserAgent));
}

/**
 * Browser and system as a person would name them, for the session list and emails: «Chrome, Android»; «Неизвестное
 * устройство» otherwise.
 */
export function deviceName(given: string): string {
  const userAgent = given.slice(0, longestUserAgent);
  const browser = browserNames.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = systemNames.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return [browser, system].filter(Boolean).join(', ') || 'Неизвестное устройство';
}

// In this order: most browsers also call themselves Chrome and Safari.
const browserNames: [string, RegExp][] = [
  ['Яндекс Браузер', /YaBrowser|YaApp|YaSearchBrowser/],
  ['Opera', /OPR\/|Opera/],
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS|Chromium/],
  ['Safari', /Safari/],
];

const systemNames: [string, RegExp][] = [
  ['iPhone', /iPhone|iPod/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux|X11/],
];
