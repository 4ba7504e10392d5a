import { Field } from '#web/ui/field.tsx';

/** The six digits of the person's own app, asked once in twelve hours. */
export function StaffCodeForm({ error }: { error: string | null }) {
  return (
    <form method="post" className="actform__form" noValidate>
      <p className="soft">Подтвердите, что это вы: откройте приложение для одноразовых паролей.</p>
      <Field
        name="code"
        label="Код из приложения"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={error}
        autoFocus
        className="actform__code"
      />
      <button type="submit" className="btn btn--primary" name="intent" value="code">
        Продолжить
      </button>
    </form>
  );
}
