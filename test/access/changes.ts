import type { Cast, Persona } from './cast.ts';

/** A form that changes something of one owner's, as anybody could send it. */
export type ChangeRow = {
  about: string;
  url: (cast: Cast) => string;
  fields: (cast: Cast, persona: Persona) => Record<string, string>;
  /**
   * For whom it does something; the first of them proves it in the end, so that the others' silence means something.
   */
  may: Persona[];
};

const order = (id: string) => `/personal/orders/${id}/`;

/** In this order: what ends a thing stands after what changes it. */
export const changes: ChangeRow[] = [
  ...[order, (id: string) => `/order/${id}/`].map((url) => ({
    about: `another recipient, ${url('…')}`,
    url: ({ annas }: Cast) => `${url(annas.id)}receiving/`,
    fields: ({ annas }: Cast) => ({
      intent: 'save',
      type: 'pickup',
      point: '00131',
      recipient: 'self',
      car_plate: url('').startsWith('/personal') ? 'А123ВС35' : 'А321ВС35',
      accepted_total: String(annas.total),
    }),
    may: ['anna', 'acting'] as Persona[],
  })),
  {
    about: 'giving her pass to another person',
    url: ({ annas }) => `${order(annas.id)}receiving/confirmation/`,
    fields: () => ({ intent: 'delegate', name: 'Вор Пропусков' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'taking her pass back',
    url: ({ annas }) => `/order/${annas.id}/pass/`,
    fields: () => ({ intent: 'revoke' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'a ticket about her order',
    url: () => '/personal/support/',
    fields: (cast, persona) => ({
      intent: 'ticket',
      theme: 'order',
      name: 'Любопытный',
      email: emailOf(cast, persona),
      text: 'Что в этом заказе?',
      order_id: cast.annas.id,
    }),
    may: ['anna', 'acting'],
  },
  {
    about: 'writing into her ticket',
    url: ({ ticket }) => `/personal/support/${ticket.id}/`,
    fields: () => ({ intent: 'write', text: 'Отмените всё' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'closing her ticket',
    url: ({ ticket }) => `/personal/support/${ticket.id}/`,
    fields: () => ({ intent: 'close' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'ending her subscriptions',
    url: () => '/personal/subscribe/',
    fields: ({ email }) => ({ intent: 'off', id: String(email.id) }),
    may: ['anna'],
  },
  {
    about: 'renaming her list',
    url: ({ list }) => `/personal/lists/${list.id}/`,
    fields: () => ({ intent: 'name', name: 'Список вора' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'taking a product off her list',
    url: ({ list }) => `/personal/lists/${list.id}/`,
    fields: ({ product }) => ({ intent: `line:${product.id}` }),
    may: ['anna', 'acting'],
  },
  {
    about: 'removing her list',
    url: ({ list }) => `/personal/lists/${list.id}/`,
    fields: () => ({ intent: 'remove' }),
    may: ['anna', 'acting'],
  },
  ...profile('changing her contact', 'contacts:change', ({ contact }) => ({ id: contact.id, value: '@vor_contacts' })),
  ...profile('removing her contact', 'contacts:remove', ({ contact }) => ({ id: contact.id })),
  ...profile('changing her address', 'addresses:save', ({ address }) => ({
    id: address.id,
    place: 'Вологда',
    address: 'Воровская улица, 1',
  })),
  ...profile('removing her address', 'addresses:remove', ({ oldAddress }) => ({ id: oldAddress.id })),
  ...profile('changing her recipient', 'recipients:save', ({ recipient }) => ({
    id: recipient.id,
    name: 'Вор Получателев',
    phone: '+7 921 000-00-00',
  })),
  ...profile('removing her recipient', 'recipients:remove', ({ oldRecipient }) => ({ id: oldRecipient.id })),
  ...profile('ending her session', 'sessions:end', ({ session }) => ({ session_id: session.session_id })),
  ...profile('withdrawing her consent', 'consents:withdraw', ({ consent }) => ({ id: consent.id })),
  {
    about: 'leaving her payment',
    url: ({ annas }) => `/order/${annas.id}/payment/`,
    fields: () => ({ intent: 'leave' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'paying her order',
    url: ({ online }) => `${order(online.id)}payment/`,
    fields: () => ({ intent: 'pay', method: 'card' }),
    may: ['anna', 'acting'],
  },
  {
    about: 'giving her order out',
    url: ({ ready }) => `/qr/o/${ready.pass}/`,
    fields: ({ ready }) => ({ intent: 'hand-over', ...ready.given }),
    may: ['desk'],
  },
  ...firm('renaming a firm that nobody checked yet', ({ draft }) => ({
    intent: 'edit',
    company_id: String(draft.id),
    inn: draft.inn,
    name: 'ООО «Захвачено»',
    kpp: '',
    ogrn: '',
    legal_address: '',
  })),
  ...firm('inviting into the firm', () => ({ intent: 'invite', email: 'vor@pochta.example', role: 'owner' })),
  ...firm('changing a role', ({ people }) => ({ intent: 'member', member_id: people.elena.id, role: 'purchaser' })),
  {
    about: 'buying for a firm one is no member of',
    url: () => '/personal/?index',
    // Whoever buys for it already changes nothing by saying so again.
    fields: (cast, persona) => ({ intent: 'buy_for', company_id: persona === 'pavel' ? '' : String(cast.firm.id) }),
    may: ['pavel', 'sergey', 'proxy', 'elena'],
  },
  {
    about: 'cancelling the purchaser’s order',
    url: ({ pavels }) => order(pavels.id),
    fields: () => ({ intent: 'cancel' }),
    may: ['pavel', 'sergey', 'proxy'],
  },
  {
    about: 'cancelling the firm owner’s order',
    url: ({ sergeys }) => `/order/${sergeys.id}/`,
    fields: () => ({ intent: 'cancel' }),
    may: ['sergey', 'proxy'],
  },
  ...firm('putting a member out', ({ people }, persona) => ({
    intent: 'remove',
    // Everybody may leave a firm; this is about somebody else.
    member_id: persona === 'pavel' ? people.elena.id : people.pavel.id,
  })),
  {
    about: 'cancelling her order',
    url: ({ annas }) => order(annas.id),
    fields: () => ({ intent: 'cancel' }),
    may: ['anna', 'acting'],
  },
];

/** Forms about a firm are its owner's, not of staff who act for the owner (S6-05). */
function firm(about: string, fields: ChangeRow['fields']): ChangeRow[] {
  return [
    {
      about,
      url: () => '/personal/profile/company/',
      fields: (cast, persona) => ({ company_id: String(cast.firm.id), ...fields(cast, persona) }),
      may: ['sergey'],
    },
  ];
}

/**
 * Forms of the profile act on one's own things only: somebody else's id finds nothing, and staff who act do nothing
 * there (S6-05).
 */
function profile(about: string, intent: string, fields: (cast: Cast) => Record<string, string | number>): ChangeRow[] {
  const text = (cast: Cast) => Object.entries(fields(cast)).map(([name, value]) => [name, String(value)]);
  return [
    {
      about,
      url: () => '/personal/profile/',
      fields: (cast) => ({ intent, ...Object.fromEntries(text(cast)) }),
      may: ['anna'],
    },
  ];
}

/** The address one's own form offers; hidden from a member of staff who acts. */
function emailOf({ people }: Cast, persona: Persona): string {
  if (persona === 'acting') return 'a•••@zavet.example';
  if (persona === 'proxy') return people.sergey.email;
  return persona === 'guest' ? 'guest@pochta.example' : people[persona].email;
}
