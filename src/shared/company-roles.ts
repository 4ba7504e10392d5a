/** What a member of a firm is called and may do. */
export const companyRoleWords = {
  owner: {
    name: 'Владелец',
    may: 'Оформляет заказы, видит все заказы и документы организации, управляет её сотрудниками.',
  },
  purchaser: { name: 'Закупщик', may: 'Оформляет заказы и видит свои.' },
  accountant: {
    name: 'Бухгалтер',
    may: 'Видит все заказы и документы организации, оплачивает счета. Заказов не оформляет.',
  },
} as const;
