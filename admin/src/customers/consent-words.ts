/** What is agreed to. */
export const consentPurposes = { personal_data: 'Обработка данных', advertising: 'Реклама' } as const;
