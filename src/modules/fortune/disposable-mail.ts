/**
 * Domains that hand out a mailbox to anybody for minutes, without a password: the well-known ones, from the services'
 * own pages (decision 241). Kept short on purpose: the limits per device and address hold whoever finds another.
 */
const domains = new Set(
  `10minutemail.com 10minutemail.net 10minutemail.org 1secmail.com 1secmail.net 1secmail.org 20minutemail.com 33mail.com anonbox.net
  burnermail.io cock.li crazymailing.com deadaddress.com discard.email dispostable.com dropmail.me einrot.com emailfake.com emailondeck.com
  emlpro.com emltmp.com fakeinbox.com fakemail.net fakemailgenerator.com fleckens.hu generator.email getairmail.com getnada.com grr.la
  guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org guerrillamailblock.com
  harakirimail.com incognitomail.org inboxbear.com inboxkitten.com jetable.org luxusmail.org mail-temp.com mail.tm mailcatch.com maildrop.cc
  mailinator.com mailinator.net mailnesia.com mailpoof.com mailsac.com mailtemp.net minuteinbox.com mintemail.com moakt.com mohmal.com mytemp.email
  mytrashmail.com nada.email pokemail.net rootfest.net sharklasers.com spam4.me spambog.com spambox.us spamgourmet.com spamhereplease.com
  spamex.com tempail.com temp-mail.io temp-mail.org temp-mail.ru tempinbox.com tempmail.com tempmail.dev tempmail.net tempmail.plus tempmailo.com
  tempr.email throwawaymail.com throwam.com tmail.ws tmailor.com tmpmail.net tmpmail.org trash-mail.com trashmail.com trashmail.de trashmail.me
  trashmail.net trbvm.com wegwerfmail.de wegwerfmail.net yopmail.com yopmail.fr yopmail.net zetmail.com`.split(/\s+/),
);

/** True for a mailbox of a throw-away service, its sub-domains included. `email` is lower case. */
export function isDisposableMail(email: string): boolean {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}

const yandexDomains = /^(?:yandex\.(?:ru|com|by|kz|uz|com\.tr)|ya\.ru|narod\.ru)$/;

/**
 * One text for all spellings of one mailbox: without a +mark, Gmail without dots, Yandex under one name. `email` is
 * lower case.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const name = email.slice(0, at).replace(/\+.*$/, '');
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  if (yandexDomains.test(domain)) return `${name.replaceAll('.', '-')}@yandex.ru`;
  return `${name}@${domain}`;
}
