import { countOf } from '#shared/plurals.ts';
import type { FirstRunFacts } from './read-facts.ts';
import { type FirstRunCheck, type FirstRunStep, type FirstRunView, firstRunSteps, neededSteps } from './schema.ts';

/** What the database does not know: how the process that answers was started. */
export type FirstRunSettings = {
  main_domain: string;
  /** The process works as a demonstration until it is started again. */
  runs_as_demonstration: boolean;
  /** The domain leads nowhere but to this machine. */
  is_local: boolean;
  /** `is_met` and words by the key of the setting that was looked at. */
  checks: Record<'mail' | 'sender' | 'secret_keys' | 'proxy' | 'https', { is_met: boolean; words: string }>;
  /** Who takes money online; null: nobody. */
  payments: string | null;
  /** The settings that connect somebody, in words. */
  payment_settings: string;
};

/**
 * The guide from the demonstration to a shop of one's own: each step with what is right and wrong about it, computed
 * from the data and never from what somebody has ticked. `skipped`: steps that were put off.
 */
export function firstRunView(
  facts: FirstRunFacts,
  settings: FirstRunSettings,
  skipped: readonly FirstRunStep[],
  opened_at: string | null,
): FirstRunView[] {
  const views = firstRunSteps.map((key): FirstRunView => {
    const { title, lead, checks } = steps[key];
    const found = checks(facts, settings);
    const isDone = key === 'opening' ? opened_at !== null : found.every(({ is_met }) => is_met);
    const may_be_skipped = !neededSteps.includes(key);
    const state = isDone ? 'done' : may_be_skipped && skipped.includes(key) ? 'skipped' : 'todo';
    return { key, title, lead, state, may_be_skipped, checks: found };
  });
  const left = views.filter(({ key, state }) => key !== 'opening' && state === 'todo');
  return views.map((view) =>
    view.key === 'opening' ? { ...view, checks: [...leftChecks(left), ...view.checks] } : view,
  );
}

/** The steps that still stand in the way of opening, in their order. */
export function stepsLeft(views: FirstRunView[]): FirstRunView[] {
  return views.filter(({ key, state }) => key !== 'opening' && state === 'todo');
}

function leftChecks(left: FirstRunView[]): FirstRunCheck[] {
  if (left.length === 0) return [good('Остальные шаги пройдены или отложены')];
  return [bad(`Не пройдено: ${left.map(({ title }) => `«${title}»`).join(', ')}`, null)];
}

type Step = {
  title: string;
  lead: string;
  checks: (facts: FirstRunFacts, settings: FirstRunSettings) => FirstRunCheck[];
};

const steps: Record<FirstRunStep, Step> = {
  owner: {
    title: 'Свой владелец',
    lead: 'Людей демонстрации не станет вместе с ней. Пригласите себя, задайте пароль по письму и войдите с кодом из приложения.',
    checks: ({ own_owners, own_owners_with_code }) => [
      own_owners > 0
        ? good(`Своих владельцев: ${own_owners}`)
        : bad('Своего владельца нет: пригласите человека с ролью «владелец» во всех филиалах', '/staff'),
      own_owners_with_code > 0
        ? good('Владелец входил с кодом второго фактора')
        : bad('Владелец ещё не входил: ему нужны пароль из письма и код из приложения', '/staff'),
    ],
  },
  company: {
    title: 'Название и реквизиты',
    lead: 'Кто продаёт. Стоит в подвале сайта, в письмах, счетах и чеках. Там же загружают логотип: без него в шапке рисунок магазина.',
    checks: companyChecks,
  },
  branch: {
    title: 'Филиал',
    lead: 'Город с шестью падежами, адрес, телефон и часы. Филиал готовят и открывают; первый станет главным.',
    checks: branchChecks,
  },
  goods: {
    title: 'Первые товары',
    lead: 'Товар продаётся, когда он лежит в категории, у него есть цена в колонке филиала и остаток на его складе.',
    checks: goodsChecks,
  },
  exchange: {
    title: '1С или таблица',
    lead: 'Откуда приходят товары, цены и остатки. Кто заводит их руками, откладывает этот шаг.',
    checks: ({ exchange: { packages, held, tables } }) => [
      packages + tables > 0
        ? good(packages > 0 ? `Пакетов из 1С принято или сравнено: ${packages}` : `Таблиц принято: ${tables}`)
        : bad(
            held > 0 ? 'Первый пакет из 1С ждёт решения' : 'Ни одного пакета из 1С и ни одной таблицы ещё не принято',
            held > 0 ? '/onec' : '/onec/nodes',
          ),
    ],
  },
  legal: {
    title: 'Свои тексты',
    lead: 'Оферта, политика, страница о продавце и согласия: в них названы вы, а не выдуманная фирма.',
    checks: ({ texts }) => texts.map(textCheck),
  },
  demonstration: {
    title: 'Убрать демонстрацию',
    lead: 'Выдуманные товары, филиалы, люди и заказы уходят, ваше остаётся. Вернуть их нельзя.',
    checks: ({ mark, demo_rows }) => [
      mark.demonstration === null && demo_rows === 0
        ? good('Данных демонстрации нет')
        : bad(
            demo_rows > 0
              ? `В магазине ${countOf(demo_rows, 'запись', 'записи', 'записей')} демонстрации`
              : 'База данных отмечена как демонстрация',
            null,
          ),
    ],
  },
  domain: {
    title: 'Домен',
    lead: 'Задаётся переменными окружения при запуске. После перемены магазин перезапускают.',
    checks: domainChecks,
  },
  mail: {
    title: 'Почта',
    lead: 'Коды входа, подтверждения заказов и счета уходят письмами. Проверьте пробным письмом себе.',
    checks: mailChecks,
  },
  payment: {
    title: 'Оплата',
    lead: 'Без подключения покупатели платят при получении и по счёту. Если этого довольно, отложите шаг.',
    checks: ({ mark }, { payments, payment_settings, runs_as_demonstration }) => [
      payments !== null
        ? good(`Деньги онлайн принимает ${payments}`)
        : bad(
            mark.demonstration !== null || runs_as_demonstration
              ? `Сейчас банк сыгран и денег не берёт. Для настоящего задайте ${payment_settings}`
              : `Онлайн не платят: ${payment_settings} не заданы`,
            null,
          ),
    ],
  },
  staff: {
    title: 'Сотрудники',
    lead: 'Кто принимает звонки, собирает и выдаёт заказы, отвечает на отзывы. У каждого своя роль и свои филиалы. Если вы один, отложите шаг.',
    checks: staffChecks,
  },
  opening: {
    title: 'Открыть магазин',
    lead: 'Проводник закончит работу и уйдёт с главной.',
    checks: ({ is_under_maintenance }) => [
      is_under_maintenance
        ? bad('Покупатели видят «На сайте идут работы»: при открытии это снимется', null)
        : good('Страницы магазина показываются'),
    ],
  },
};

const fieldWords: Record<string, string> = {
  name: 'название',
  inn: 'ИНН',
  ogrn: 'ОГРН',
  email: 'почта',
  vk_url: 'страница ВКонтакте',
  phones: 'телефоны контактного центра',
};

function companyChecks({ company, has_requisites, demo_words }: FirstRunFacts): FirstRunCheck[] {
  const link = (key: string) => (key === 'company' ? '/settings' : `/settings?tab=${key}`);
  const words = (field: string) => fieldWords[field] ?? field;
  return [
    ...demo_words.map(({ key, field }) => bad(`Осталось от демонстрации: ${words(field)}`, link(key))),
    company.inn && company.ogrn
      ? good(`${company.name}, ИНН ${company.inn}, ОГРН ${company.ogrn}`)
      : bad(`Не указано: ${[!company.inn && 'ИНН', !company.ogrn && 'ОГРН'].filter(Boolean).join(' и ')}`, '/settings'),
    has_requisites
      ? good('Банк и счёт указаны')
      : bad('Банк и счёт не указаны: счета и накладные не выписываются', '/settings?tab=requisites'),
  ];
}

function branchChecks({ branches }: FirstRunFacts): FirstRunCheck[] {
  if (branches.length === 0) return [bad('Своего филиала нет: заведите его', '/branches')];
  const isOneOpen = branches.some(({ is_open }) => is_open);
  return branches.flatMap(({ id, name, is_open, lacks }) => {
    const link = `/branches/${id}`;
    if (lacks.length > 0) return [bad(`«${name}», не хватает: ${lacks.join('; ')}`, link)];
    if (is_open) return [good(`«${name}» открыт`)];
    return isOneOpen ? [] : [bad(`«${name}» готов, его осталось открыть`, link)];
  });
}

function staffChecks({ own_staff }: FirstRunFacts): FirstRunCheck[] {
  if (own_staff.length === 0) return [bad('Кроме владельца никого нет: пригласите', '/staff')];
  const waiting = own_staff.filter(({ has_code }) => !has_code).map(({ name }) => name);
  return [
    good(`Сотрудников, кроме владельцев: ${own_staff.length}`),
    waiting.length === 0
      ? good('Все входили с кодом второго фактора')
      : bad(`Ещё не входили: ${waiting.slice(0, 5).join(', ')}${waiting.length > 5 ? ' и другие' : ''}`, '/staff'),
  ];
}

function goodsChecks({ goods: { all, categorised, priced, on_sale }, branches }: FirstRunFacts): FirstRunCheck[] {
  if (all === 0) return [bad('Своих товаров нет: заведите первый', '/catalogue')];
  return [
    good(`Своих товаров: ${all}`),
    categorised === all
      ? good('Все лежат в категориях')
      : bad(`Без категории: ${all - categorised}. Покупатели их не найдут`, '/catalogue'),
    priced > 0
      ? good(`С ценой в своём филиале: ${priced}`)
      : bad(branches.length === 0 ? 'Цену некуда записать: нет своего филиала' : 'Ни у одного нет цены', '/prices'),
    on_sale > 0
      ? good(`Можно купить: ${on_sale}`)
      : bad('Ни одного нельзя купить: нужны цена и остаток в открытом филиале', '/catalogue/import'),
  ];
}

function textCheck({ slug, title, state, leftovers }: FirstRunFacts['texts'][number]): FirstRunCheck {
  const link = `/content/pages/${slug}`;
  if (state === 'missing') return bad(`«${title}»: текста нет`, link);
  if (state === 'demonstration') return bad(`«${title}»: показан текст демонстрации. Опубликуйте свой`, link);
  if (leftovers.length > 0) return bad(`«${title}»: осталось от демонстрации: ${leftovers.join(', ')}`, link);
  if (state === 'common') return good(`«${title}»: общий текст, вас в нём называет страница «О компании»`);
  return good(`«${title}»: свой текст`);
}

function domainChecks({ mark, branches }: FirstRunFacts, settings: FirstRunSettings): FirstRunCheck[] {
  const { main_domain, runs_as_demonstration, is_local, checks } = settings;
  if (mark.demonstration !== null)
    return [bad(`Сейчас ${main_domain}. Свой домен задают, когда демонстрация убрана`, null)];
  const labels = branches.filter(({ is_open, is_main }) => is_open && !is_main).length;
  return [
    runs_as_demonstration
      ? bad(
          'Магазин ещё работает как демонстрация. Остановите его и запустите: MAIN_DOMAIN=shop.example npm start',
          null,
        )
      : is_local
        ? bad(`MAIN_DOMAIN = ${main_domain}: этот домен открывается только на этом компьютере`, null)
        : good(`MAIN_DOMAIN = ${main_domain}${labels > 0 ? `, поддоменов филиалов: ${labels}` : ''}`),
    ...[checks.https, checks.proxy, checks.secret_keys].map(({ is_met, words }) => ({ is_met, words, link: null })),
  ];
}

function mailChecks({ email }: FirstRunFacts, { checks }: FirstRunSettings): FirstRunCheck[] {
  return [
    ...[checks.mail, checks.sender].map(({ is_met, words }) => ({ is_met, words, link: null })),
    emailCheck(email, checks.mail.is_met),
  ];
}

function emailCheck(email: FirstRunFacts['email'], isConnected: boolean): FirstRunCheck {
  if (email === null) return bad('Пробного письма ещё не было', null);
  if (email.sent_at) return good('Пробное письмо ушло. Найдите его в своём ящике');
  if (email.failure) return bad(`Пробное письмо не ушло: ${email.failure}`, '/content/mails');
  return bad(isConnected ? 'Пробное письмо ждёт отправки' : 'Пробное письмо лежит в базе данных', '/content/mails');
}

function good(words: string): FirstRunCheck {
  return { is_met: true, words, link: null };
}

function bad(words: string, link: string | null): FirstRunCheck {
  return { is_met: false, words, link };
}
