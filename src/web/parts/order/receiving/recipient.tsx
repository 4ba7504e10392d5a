import { uploadAccept } from '#shared/upload-rules.ts';
import { OptionRow } from '#web/ui/choice.tsx';
import { FieldError } from '#web/ui/field-error.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import type { PartProps } from './change-receiving.tsx';
import { RecipientFields } from './recipient-fields.tsx';

/** The buyer, another person, or whoever the firm has empowered. */
export function Recipient({ page, check, fileUrl }: PartProps & { fileUrl: string }) {
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
      {check.errors.recipient ? <FieldError id="recipient-error">{check.errors.recipient}</FieldError> : null}
      <div className="two receiving__other">
        <RecipientFields
          name={check.field('recipient_name')}
          phone={check.field('recipient_phone')}
          saved={page.saved.recipients}
        />
      </div>
      {company_name ? (
        <div className="receiving__proxy">
          <FileField
            {...check.field('file')}
            accept={uploadAccept}
            hint={
              <>
                {power_of_attorney ? (
                  <>
                    Сейчас приложена:{' '}
                    <a className="link" href={fileUrl} download>
                      {power_of_attorney}
                    </a>
                    .{' '}
                  </>
                ) : null}
                Фото png или jpg, PDF, Word, txt или rtf до&nbsp;5&nbsp;МБ
              </>
            }
          />
        </div>
      ) : null}
    </fieldset>
  );
}
