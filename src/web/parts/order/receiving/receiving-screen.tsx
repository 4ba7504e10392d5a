import { type FormEvent, useRef, useState } from 'react';
import { Form, Link, useFetcher, useLocation, useNavigation, useSearchParams } from 'react-router';
import { formatPrice } from '#shared/money.ts';
import { uploadAccept } from '#shared/upload-rules.ts';
import { guestReceivingUrl, homeUrl, orderReceivingUrl, orderUrl, personalOrderUrl } from '#shared/urls.ts';
import { useFormCheck } from '#web/parts/forms/use-form-check.ts';
import { useShell } from '#web/parts/request/use-shell.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { OptionRow } from '#web/ui/choice.tsx';
import { Field, TextArea } from '#web/ui/field.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { PhoneField } from '#web/ui/phone-field.tsx';
import { History } from '../history.tsx';
import { stateBadges } from '../state-badges.ts';
import type { ReceivingPage } from './read-receiving-page.ts';
import type { ReceivingAnswer } from './receiving-action.ts';
import { readReceivingForm, receivingErrors } from './receiving-form.ts';
import { ReceivingWays } from './receiving-ways.tsx';

type ScreenProps = { loaded: ReceivingPage; sent: ReceivingAnswer | null; isPersonal?: boolean };

const doneWords: Record<string, string> = {
  receiving: 'Сохранено. Филиал узнает об этом из письма.',
  arrive: 'Пункт знает, что вы подъехали. Назовите код сотруднику.',
  prolong: 'Срок хранения продлён.',
};

/** S2-19: how, when and by whom the order is received. */
export function ReceivingScreen({ loaded, sent, isPersonal = false }: ScreenProps) {
  const looking = useFetcher<ReceivingAnswer>();
  const [lookedAt, setLookedAt] = useState<{ sent: ReceivingAnswer | null; changes: number } | null>(null);
  const [params] = useSearchParams();
  const { search } = useLocation();
  const { device } = useShell();
  // Whichever is newer: what a look at other days brought, or what the last press did.
  const isLook = lookedAt !== null && lookedAt.sent === sent && lookedAt.changes === loaded.history.length;
  const answer = isLook ? (looking.data ?? sent) : sent;
  const page = answer?.page ?? loaded;
  const here = isPersonal ? orderReceivingUrl(page.id) : guestReceivingUrl(page.id);
  const back = isPersonal ? personalOrderUrl(page.id) : orderUrl(page.id) + tokenOf(search);
  const done = sent ? null : doneWords[params.get('done') ?? ''];
  return (
    <>
      {isPersonal ? null : (
        <Breadcrumbs
          crumbs={[
            { name: 'Главная', url: homeUrl() },
            { name: `Заказ ${page.number}`, url: back },
          ]}
          here="Получение"
          device={device}
        />
      )}
      <div className="order receiving">
        <section className="sheet">
          <div className="row between order__head">
            <div>
              <h1>Получение заказа</h1>
              <p className="soft">
                <Link className="link num" to={back}>
                  Заказ {page.number}
                </Link>
              </p>
            </div>
            <span className={`badge badge--${stateBadges[page.state]} order__badge`}>{page.state_words}</span>
          </div>
          {done ? (
            <Note kind="ok" role="status" className="co__note">
              {done}
            </Note>
          ) : null}
          {page.rights.why_not ? (
            <Note kind="info" className="co__note">
              {page.rights.why_not}
            </Note>
          ) : null}
        </section>
        <AtThePoint page={page} answer={answer} />
        {page.rights.people ? (
          <ReceivingForm
            key={loaded.history.length}
            page={page}
            answer={answer}
            fileUrl={`${here}power-of-attorney/${tokenOf(search)}`}
            look={(form) => {
              setLookedAt({ sent, changes: loaded.history.length });
              looking.submit(form, { method: 'post' });
            }}
            isLooking={looking.state !== 'idle'}
          />
        ) : null}
        {page.is_active ? (
          <section className="sheet">
            <h2>Что взять с собой</h2>
            <ul className="receiving__bring">
              {page.bring.map((words) => (
                <li key={words}>
                  <Icon name="check" size="s" />
                  {words}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <History rows={page.history} />
      </div>
    </>
  );
}

function tokenOf(search: string): string {
  const token = new URLSearchParams(search).get('token');
  return token ? `?token=${encodeURIComponent(token)}` : '';
}

/** Until when the goods are kept, and «Я подъехал». */
function AtThePoint({ page, answer }: { page: ReceivingPage; answer: ReceivingAnswer | null }) {
  const isBusy = useNavigation().state !== 'idle';
  if (!page.kept_text && !page.may_arrive) return null;
  const error = answer && answer.form !== 'receiving' ? answer.error : null;
  return (
    <section className="sheet receiving__now" id="arrive">
      <h2>Вы уже у пункта?</h2>
      {error ? (
        <Note kind="err" role="alert">
          {error}
        </Note>
      ) : null}
      {page.arrived_text ? (
        <p role="status">Пункт знает, что вы ждёте с {page.arrived_text}. Сейчас вынесем заказ.</p>
      ) : page.may_arrive ? (
        <Form method="post" className="receiving__arrive">
          <Field
            id="arrive_car_plate"
            name="car_plate"
            label="Номер автомобиля, если вы на машине"
            autoComplete="off"
            maxLength={16}
            defaultValue={page.values.car_plate}
          />
          <button type="submit" className="btn btn--primary" name="intent" value="arrive" disabled={isBusy}>
            <Icon name="car" />Я подъехал
          </button>
        </Form>
      ) : null}
      {page.kept_text ? (
        <div className="row receiving__kept">
          <p className="num">Храним до {page.kept_text}</p>
          {page.prolong_words && page.rights.people ? (
            <Form method="post">
              <button type="submit" className="btn btn--line btn--sm" name="intent" value="prolong" disabled={isBusy}>
                <Icon name="calendar-clock" size="s" />
                Продлить {page.prolong_words}
              </button>
            </Form>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

type FormProps = {
  page: ReceivingPage;
  answer: ReceivingAnswer | null;
  fileUrl: string;
  look: (form: FormData) => void;
  isLooking: boolean;
};

function ReceivingForm({ page, answer, fileUrl, look, isLooking }: FormProps) {
  const isBusy = useNavigation().state !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const said = answer?.form === 'receiving' ? answer : null;
  const { errors, handlers } = useFormCheck(said, (data) => {
    const file = data.get('file');
    const sent = file instanceof File && file.name !== '' ? file : null;
    return receivingErrors(readReceivingForm(data), sent, page.power_of_attorney !== null);
  });

  /** Another place or day has other days and hours: the server names them. */
  function lookAgain() {
    if (!form.current) return;
    const data = new FormData(form.current);
    data.delete('file');
    data.set('intent', 'look');
    look(data);
  }

  function onChange(event: FormEvent<HTMLFormElement>) {
    handlers.onChange(event as never);
    const { name } = event.target as HTMLInputElement;
    if (name === 'type' || name === 'point' || name === 'date') lookAgain();
  }

  return (
    <Form
      ref={form}
      method="post"
      encType={page.company_name ? 'multipart/form-data' : undefined}
      className="sheet receiving__form"
      noValidate
      onBlur={handlers.onBlur}
      onChange={onChange}
      onSubmit={handlers.onSubmit}
    >
      <input type="hidden" name="accepted_total" value={page.quote ? page.new_total : page.values.accepted_total} />
      <Place page={page} errors={errors} lookAgain={lookAgain} />
      <Time key={page.days[0]?.date} page={page} errors={errors} isLooking={isLooking} />
      <Recipient page={page} errors={errors} fileUrl={fileUrl} />
      <fieldset className="receiving__part">
        <legend>Машина и разгрузка</legend>
        <div className="two">
          <Field
            name="car_plate"
            label="Номер автомобиля"
            autoComplete="off"
            maxLength={16}
            defaultValue={page.values.car_plate}
            error={errors.car_plate}
            hint="Например, А123ВС35"
          />
          <TextArea
            name="unloading_note"
            label="Пожелания к погрузке и разгрузке"
            maxLength={500}
            defaultValue={page.values.unloading_note}
            error={errors.unloading_note}
          />
        </div>
      </fieldset>
      {said?.error ? (
        <Note kind="err" role="alert">
          {said.error}
        </Note>
      ) : null}
      {said?.difference ? (
        <Note kind="warn" icon="truck" role="alert">
          <span className="num">
            {said.difference.delivery_price === null
              ? `Цену доставки по этому адресу уточнит оператор. Товары — ${formatPrice(said.difference.total)}.`
              : `Доставка ${formatPrice(said.difference.delivery_price)}. Итого станет ${formatPrice(said.difference.total)} вместо ${formatPrice(page.total)}.`}
          </span>
        </Note>
      ) : null}
      <div className="row receiving__go">
        <button type="submit" className="btn btn--primary" name="intent" value="save" disabled={isBusy}>
          {said?.difference ? 'Согласен, сохранить' : 'Сохранить'}
        </button>
      </div>
    </Form>
  );
}

type PartProps = { page: ReceivingPage; errors: Record<string, string | undefined> };

function Place({ page, errors, lookAgain }: PartProps & { lookAgain: () => void }) {
  const { values, rights } = page;
  if (!rights.place) {
    return (
      <>
        <input type="hidden" name="type" value={values.type} />
        <input type="hidden" name="point" value={values.point} />
        <input type="hidden" name="address" value={values.address} />
      </>
    );
  }
  return (
    <fieldset className="receiving__part receiving__where">
      <legend>Где</legend>
      <ReceivingWays name="type" chosen={values.type} />
      {page.is_total_fixed ? (
        <p className="small soft receiving__fixed">
          Заказ оплачен или оплачивается: сменить можно только то, что не меняет его сумму.
        </p>
      ) : null}
      <div className="receiving__pickup">
        <div className="opts">
          {page.points.map((point) => (
            <OptionRow
              key={point.id_1c}
              name="point"
              value={point.id_1c}
              defaultChecked={point.id_1c === (values.point || page.points[0]?.id_1c)}
              title={point.address}
              terms={point.open_words}
              price="Бесплатно"
            />
          ))}
        </div>
        {errors.point ? <FieldError id="point-error">{errors.point}</FieldError> : null}
      </div>
      <div className="receiving__delivery">
        <TextArea
          name="address"
          label="Адрес доставки: населённый пункт, улица, дом, квартира"
          required
          autoComplete="street-address"
          maxLength={400}
          defaultValue={values.address}
          error={errors.address}
          onBlur={(event) => {
            if (event.currentTarget.value.trim() !== values.address) lookAgain();
          }}
        />
        <Quote page={page} />
      </div>
    </fieldset>
  );
}

function Quote({ page }: { page: ReceivingPage }) {
  const { quote } = page;
  if (!quote) return null;
  return (
    <Note kind={quote.price === null ? 'info' : 'ok'} icon="truck" className="co__note" role="status">
      <span className="num">
        {quote.zone_name === null
          ? 'Адрес вне наших зон: стоимость и день доставки уточнит оператор.'
          : quote.price === null
            ? `${quote.zone_name}: стоимость для такого груза уточнит оператор.`
            : `${quote.zone_name}: ${formatPrice(quote.price)}${quote.vehicle ? `, ${quote.vehicle}` : ''}.`}
        {page.new_total === page.total ? '' : ` Итого станет ${formatPrice(page.new_total)}.`}
      </span>
    </Note>
  );
}

function Time({ page, errors, isLooking }: PartProps & { isLooking: boolean }) {
  const { values, rights, days, slots } = page;
  if (!rights.time) {
    return (
      <>
        <input type="hidden" name="date" value={values.date} />
        <input type="hidden" name="slot" value={values.slot} />
      </>
    );
  }
  const isOffered = values.date === '' || days.some(({ date }) => date === values.date);
  return (
    <fieldset className="receiving__part" aria-busy={isLooking}>
      <legend>Когда</legend>
      {days.length === 0 ? (
        <p className="soft">
          {values.type === 'delivery'
            ? values.address === ''
              ? 'Укажите адрес, и мы назовём дни доставки.'
              : 'День доставки по этому адресу согласует оператор.'
            : 'Пункт в ближайшие дни закрыт.'}
        </p>
      ) : (
        <div className="slots days">
          <DayChip date="" words="Любой день" isOn={values.date === '' || !isOffered} />
          {days.map(({ date, words }) => (
            <DayChip key={date} date={date} words={words} isOn={date === values.date} />
          ))}
        </div>
      )}
      {isOffered ? null : <p className="small soft">Выбранный раньше день уже не подходит.</p>}
      {errors.date ? <FieldError id="date-error">{errors.date}</FieldError> : null}
      {slots.length > 0 ? (
        <div className="field receiving__slot">
          <label className="field__label" htmlFor="slot">
            Время
          </label>
          <select
            key={values.date}
            id="slot"
            name="slot"
            className="input"
            defaultValue={values.slot}
            aria-describedby={errors.slot ? 'slot-error' : undefined}
          >
            <option value="">Любое</option>
            {slots.map(({ value, words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          {errors.slot ? <FieldError id="slot-error">{errors.slot}</FieldError> : null}
        </div>
      ) : null}
      <noscript>
        <button type="submit" className="btn btn--quiet btn--sm" name="intent" value="look">
          Показать дни и время
        </button>
      </noscript>
    </fieldset>
  );
}

function DayChip({ date, words, isOn }: { date: string; words: string; isOn: boolean }) {
  return (
    <label className="chip">
      <input type="radio" className="cover" name="date" value={date} defaultChecked={isOn} />
      {words}
    </label>
  );
}

function Recipient({ page, errors, fileUrl }: PartProps & { fileUrl: string }) {
  const { values, contact, company_name, power_of_attorney } = page;
  return (
    <fieldset className="receiving__part receiving__who">
      <legend>Кто получит</legend>
      <div className="opts">
        <OptionRow
          name="recipient"
          value="self"
          defaultChecked={values.recipient === 'self' || values.recipient === ''}
          title={contact.name}
          terms={contact.phone}
        />
        <OptionRow
          name="recipient"
          value="person"
          defaultChecked={values.recipient === 'person'}
          title="Другой человек"
          terms="Ему понадобится код получения"
        />
        {company_name ? (
          <OptionRow
            name="recipient"
            value="proxy"
            defaultChecked={values.recipient === 'proxy'}
            title="Представитель организации"
            terms={`${company_name}, по доверенности`}
          />
        ) : null}
      </div>
      {errors.recipient ? <FieldError id="recipient-error">{errors.recipient}</FieldError> : null}
      <div className="two receiving__other">
        <Field
          name="recipient_name"
          label="Имя и фамилия получателя"
          required
          autoComplete="off"
          maxLength={120}
          defaultValue={values.recipient_name}
          error={errors.recipient_name}
        />
        <PhoneField
          name="recipient_phone"
          label="Телефон получателя"
          required
          autoComplete="off"
          placeholder="+7 (___)-___-__-__"
          defaultValue={values.recipient_phone}
          error={errors.recipient_phone}
        />
      </div>
      {company_name ? (
        <div className="field receiving__proxy">
          <label className="field__label" htmlFor="file">
            Копия доверенности{power_of_attorney ? '' : ' *'}
          </label>
          <input
            id="file"
            name="file"
            type="file"
            accept={uploadAccept}
            aria-invalid={errors.file ? true : undefined}
            aria-describedby={`file-hint${errors.file ? ' file-error' : ''}`}
          />
          {errors.file ? <FieldError id="file-error">{errors.file}</FieldError> : null}
          <p className="field__hint" id="file-hint">
            {power_of_attorney ? (
              <>
                Сейчас приложена:{' '}
                <a className="link" href={fileUrl} download>
                  {power_of_attorney}
                </a>
                .{' '}
              </>
            ) : null}
            Скан или фото до 5&nbsp;МБ: png, jpg, pdf, doc, docx, rtf, txt
          </p>
        </div>
      ) : null}
    </fieldset>
  );
}
