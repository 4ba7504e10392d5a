import type { FormField, FormSchema } from './schema.ts';

type Given = Omit<FormField, 'order'>;

/** Fields in the order they are written in. */
function fields(given: Record<string, Given>): FormSchema['fields'] {
  return Object.fromEntries(Object.entries(given).map(([name, field], order) => [name, { ...field, order }]));
}

const name: Given = { name: 'Имя', as: 'Input', rules: { required: true, min: 2, max: 120 }, autocomplete: 'name' };
const phone: Given = { name: 'Телефон', as: 'Phone', rules: { required: true }, autocomplete: 'tel' };
const email: Given = {
  name: 'Почта',
  as: 'Input',
  type: 'email',
  rules: { required: true, max: 254 },
  autocomplete: 'email',
};
const emailIfAny: Given = { ...email, rules: { max: 254 } };
const company: Given = {
  name: 'Название организации',
  as: 'Input',
  rules: { required: true, min: 2, max: 250 },
  autocomplete: 'organization',
};
const comment: Given = { name: 'Комментарий', as: 'Textarea', rules: { max: 2_000 } };

const enumeration = (
  label: string,
  look: 'select' | 'radio',
  names: Record<string, string>,
  required = true,
): Given => ({
  name: label,
  as: 'Enum',
  look,
  rules: { required },
  options: Object.entries(names).map(([value, name]) => ({ value, name })),
});

/** S2-26 and the forms of single pages: always there, by their codes. Dynamic ones are rows of `form_schemas`. */
export const fixedForms = {
  callback: {
    code: 'callback',
    name: 'Заказать звонок',
    lead: 'Оставьте телефон: перезвоним в часы работы магазина.',
    button: 'Жду звонка',
    sent: 'Перезвоним в часы работы магазина.',
    goals: { open: 'callback_open', sent: 'callback_sent' },
    fields: fields({ name, phone, comment: { ...comment, name: 'О чём поговорим', rules: { max: 1_000 } } }),
  },
  consultation: {
    code: 'consultation',
    name: 'Консультация специалиста',
    lead: 'Расскажите, что делаете: подскажем материалы и посчитаем, сколько нужно.',
    button: 'Отправить вопрос',
    sent: 'Специалист филиала свяжется с вами.',
    goals: { sent: 'consultation_sent' },
    fields: fields({
      name,
      phone,
      email: emailIfAny,
      answer_by: {
        ...enumeration('Как ответить', 'radio', { phone: 'Позвонить', email: 'Написать на почту' }),
        value: 'phone',
      },
      question: { name: 'Вопрос', as: 'Textarea', rules: { required: true, min: 5, max: 2_000 } },
    }),
  },
  delivery: {
    code: 'delivery',
    name: 'Заявка на доставку',
    lead: 'Стоимость и время подтвердит оператор филиала.',
    button: 'Отправить заявку',
    sent: 'Оператор позвонит, чтобы подтвердить стоимость и время.',
    goals: { sent: 'delivery_sent' },
    fields: fields({
      name,
      phone,
      address: {
        name: 'Куда привезти',
        as: 'Input',
        rules: { required: true, min: 5, max: 400 },
        autocomplete: 'street-address',
        hint: 'Населённый пункт, улица, дом, квартира или участок',
      },
      date: { name: 'Когда привезти', as: 'Input', type: 'date', rules: { min: 'today' } },
      goods: {
        name: 'Что везём',
        as: 'Textarea',
        rules: { required: true, min: 3, max: 2_000 },
        hint: 'Товары и количество или номер заказа',
      },
      floor: { name: 'Этаж', as: 'Input', type: 'number', rules: { min: 1, max: 100 } },
      lift: enumeration('Лифт', 'select', { none: 'Нет', passenger: 'Пассажирский', freight: 'Грузовой' }, false),
      unloading: { name: 'Нужна разгрузка', as: 'Checkbox', rules: {} },
      comment,
    }),
  },
  business_card: {
    code: 'business_card',
    name: 'Заявка на бизнес-карту',
    lead: 'Проверим организацию и откроем цены для бизнеса.',
    button: 'Отправить заявку',
    sent: 'Менеджер проверит организацию и свяжется с вами.',
    goals: { sent: 'business_card_sent' },
    fields: fields({
      inn: {
        name: 'ИНН',
        as: 'Input',
        rules: { required: true, check: 'inn' },
        hint: '10 цифр у организации, 12 у предпринимателя',
      },
      company,
      name: { ...name, name: 'Контактное лицо' },
      phone,
      email,
      files: {
        name: 'Документы',
        as: 'File',
        rules: { max: 3 },
        hint: 'Карточка организации или доверенность, если есть',
      },
      comment,
    }),
  },
  estimate: {
    code: 'estimate',
    name: 'Расчёт сметы менеджером',
    lead: 'Пришлите список или смету: подберём товары и назовём сумму.',
    button: 'Отправить на расчёт',
    sent: 'Менеджер подберёт товары и свяжется с вами.',
    goals: { sent: 'estimate_sent' },
    fields: fields({
      name,
      phone,
      email: emailIfAny,
      files: { name: 'Смета или список', as: 'File', rules: { required: true, max: 3 } },
      comment: { ...comment, hint: 'Город и адрес объекта, сроки, пожелания к маркам' },
    }),
  },
  vacancy: {
    code: 'vacancy',
    name: 'Отклик на вакансию',
    button: 'Отправить отклик',
    sent: 'Отдел персонала прочитает отклик и свяжется с вами.',
    goals: { sent: 'vacancy_sent' },
    is_message: true,
    about: { kinds: ['vacancy'] },
    fields: fields({
      name: { ...name, name: 'Имя и фамилия' },
      phone,
      email: emailIfAny,
      resume: {
        name: 'Резюме',
        as: 'File',
        rules: { max: 1 },
        hint: 'Если оно есть. Можно откликнуться и без него',
      },
      comment: { ...comment, name: 'О себе' },
    }),
  },
  cooperation: {
    code: 'cooperation',
    name: 'Предложение о сотрудничестве',
    button: 'Отправить предложение',
    sent: 'Ответственный сотрудник прочитает предложение и ответит.',
    goals: { sent: 'cooperation_sent' },
    is_message: true,
    fields: fields({
      kind: enumeration('Что предлагаете', 'select', {
        supplier: 'Поставка товаров',
        landlord: 'Аренда помещения',
        marketplace: 'Продажа на площадке',
        service: 'Услуги: доставка, монтаж, ремонт',
        other: 'Другое',
      }),
      company,
      name: { ...name, name: 'Контактное лицо' },
      phone,
      email,
      comment: { name: 'Предложение', as: 'Textarea', rules: { required: true, min: 10, max: 4_000 } },
      files: { name: 'Презентация или прайс-лист', as: 'File', rules: { max: 3 } },
    }),
  },
  feedback: {
    code: 'feedback',
    name: 'Обратная связь',
    lead: 'Вопрос, благодарность или жалоба: прочитаем и ответим на почту.',
    button: 'Отправить',
    sent: 'Ответим на указанную почту.',
    goals: { sent: 'feedback_sent' },
    is_message: true,
    fields: fields({
      kind: {
        ...enumeration('О чём пишете', 'radio', { question: 'Вопрос', thanks: 'Благодарность', complaint: 'Жалоба' }),
        value: 'question',
      },
      name,
      email,
      phone: { ...phone, rules: {} },
      comment: { name: 'Сообщение', as: 'Textarea', rules: { required: true, min: 5, max: 4_000 } },
    }),
  },
  credit: {
    code: 'credit',
    name: 'Заявка на рассрочку или кредит',
    lead: 'Менеджер позвонит, назовёт документы и передаст заявку в банк. Решает банк.',
    button: 'Отправить заявку',
    sent: 'Менеджер позвонит, назовёт документы и передаст заявку в банк.',
    goals: { sent: 'credit_sent' },
    fields: fields({
      name: { ...name, name: 'Фамилия, имя, отчество', rules: { required: true, min: 5, max: 120 } },
      phone,
      email: emailIfAny,
      // The page of the form offers the programmes of today by name, their sums and terms alone.
      program: { name: 'Программа', as: 'Input', rules: { max: 500 } },
      sum: { name: 'Сумма, ₽', as: 'Input', type: 'number', rules: { required: true, min: 1, max: 20_000_000 } },
      term: { name: 'Срок, месяцев', as: 'Input', type: 'number', rules: { required: true, min: 1, max: 120 } },
      comment,
    }),
  },
  one_click: {
    code: 'one_click',
    name: 'Купить в 1 клик',
    lead: 'Оставьте телефон: оператор оформит заказ вместе с вами.',
    button: 'Купить',
    sent: 'Оператор позвонит и оформит заказ.',
    goals: { open: 'one_click', sent: 'one_click_sent' },
    about: { kinds: ['product', 'bring'], required: true },
    fields: fields({
      name,
      phone,
      count: { name: 'Сколько нужно', as: 'Input', rules: { max: 60 }, hint: 'Например: 12 шт.' },
    }),
  },
  price_request: {
    code: 'price_request',
    name: 'Узнать цену',
    lead: 'Оператор филиала назовёт цену и срок.',
    button: 'Узнать цену',
    sent: 'Оператор назовёт цену и срок.',
    goals: { open: 'price_request', sent: 'price_request_sent' },
    about: { kinds: ['product'], required: true },
    fields: fields({
      name,
      phone,
      email: emailIfAny,
      count: { name: 'Сколько нужно', as: 'Input', rules: { max: 60 } },
    }),
  },
  wanted: {
    code: 'wanted',
    name: 'Сообщите, что искали',
    lead: 'Проверим, можем ли привезти товар, и перезвоним.',
    button: 'Сообщить',
    sent: 'Узнаем о товаре и перезвоним.',
    goals: { sent: 'wanted_sent' },
    fields: fields({
      wanted: { name: 'Что искали', as: 'Input', rules: { required: true, min: 2, max: 200 } },
      name,
      phone,
    }),
  },
} satisfies Record<string, FormSchema>;
