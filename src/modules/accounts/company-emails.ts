import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { closingWords, composeWordedEmail, leadWords } from '#modules/mail/worded-email.ts';
import { companyRoleWords } from '#shared/company-roles.ts';
import type { CompanyRole } from './signed-in.ts';

type Named = { name: string; inn: string };

/** To somebody who may or may not have an account. */
export function invitationEmail(company: Named, inviter: string, role: CompanyRole, link: string): EmailMessage {
  return composeEmail(
    `Приглашение в организацию ${company.name}`,
    `Вас приглашают покупать для организации ${company.name}`,
    [
      {
        kind: 'text',
        text: `${inviter || 'Владелец'} приглашает вас. Роль: ${companyRoleWords[role].name.toLowerCase()}. ${companyRoleWords[role].may}`,
      },
      { kind: 'facts', rows: [{ name: 'ИНН', value: company.inn }] },
      { kind: 'button', label: 'Принять приглашение', url: link },
      {
        kind: 'text',
        text: 'Войдите или зарегистрируйтесь с этим же адресом почты. Ссылка действует 7 дней и срабатывает один раз. Если вы не знаете эту организацию, ничего делать не нужно.',
      },
    ],
    shopLines,
  );
}

export function joinRequestEmail(company: Named, asker: string, link: string): EmailMessage {
  return composeEmail(
    `Просьба присоединиться к ${company.name}`,
    'К вашей организации хотят присоединиться',
    [
      {
        kind: 'text',
        text: `${asker || 'Покупатель магазина'} просит добавить его в организацию ${company.name}, ИНН ${company.inn}. Пока вы не согласитесь, он не видит ни её заказов, ни её цен.`,
      },
      { kind: 'button', label: 'Решить', url: link },
    ],
    shopLines,
  );
}

export function joinedEmail(company: Named, role: CompanyRole): EmailMessage {
  return composeWordedEmail(
    { kind: 'company_joined', ...wordsAbout(company) },
    [leadWords(`Роль: ${companyRoleWords[role].name.toLowerCase()}. ${companyRoleWords[role].may}`), closingWords()],
    shopLines,
  );
}

/** A manager has checked the firm. */
export function activatedEmail(company: Named): EmailMessage {
  return composeWordedEmail(
    { kind: 'company_activated', ...wordsAbout(company) },
    [leadWords(), closingWords()],
    shopLines,
  );
}

/** A firm buys in all branches: no branch has words of its own here. */
function wordsAbout({ name, inn }: Named) {
  return { department_id_1c: null, values: { организация: name, инн: inn } };
}
