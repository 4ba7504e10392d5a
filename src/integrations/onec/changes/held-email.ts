import { composeEmail, type EmailMessage, shopLines } from '#modules/mail/email.ts';
import { formatDateTime } from '#shared/dates.ts';
import { changeRows } from './changes-words.ts';
import type { PackageChanges } from './compare.ts';
import { type Finding, findingWords } from './guards.ts';

const zone = 'Europe/Moscow';

/** The email to the owner about a package that waits for a decision. */
export function heldEmail(given: {
  package_id: number;
  node: string;
  received_at: Date;
  findings: Finding[];
  changes: PackageChanges;
}): EmailMessage {
  const { package_id, node, received_at, findings, changes } = given;
  return composeEmail(
    `Пакет № ${package_id} из 1С ждёт решения`,
    `Пакет № ${package_id} из 1С ждёт решения`,
    [
      {
        kind: 'text',
        text: 'Пакет сравнили с магазином и отложили: он меняет больше, чем разрешено без вопросов. В магазине ничего не изменилось.',
      },
      {
        kind: 'facts',
        rows: [
          { name: 'Узел обмена', value: node },
          { name: 'Пришёл', value: formatDateTime(received_at, zone) },
          ...findings.map((finding) => ({ name: 'Почему отложен', value: findingWords(finding) })),
        ],
      },
      { kind: 'text', text: 'Что изменится, если его принять:' },
      { kind: 'facts', rows: changeRows(changes) },
      {
        kind: 'text',
        text: `Каждую строку покажет команда npm run shop -- onec packages rows ${package_id}. Принять: npm run shop -- onec approve ${package_id}. Отклонить: npm run shop -- onec refuse ${package_id}. Без решения пакет ждёт 14 дней; новые пакеты, которые ничего опасного не меняют, тем временем принимаются.`,
      },
    ],
    shopLines,
  );
}
