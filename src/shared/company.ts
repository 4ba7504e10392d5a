/** Who sells: shown in the footer and in letters. */
export const company = {
  name: 'ООО «ИДД»',
  inn: '3525000101',
  ogrn: '1263525000034',
  email: 'zakaz@idd.example',
  vk_url: 'https://vk.com/',
} as const;
