import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';

/** Attributes that connect a control to its label, hint and error. */
export interface Control {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
}

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  /** Already translated. */
  error?: string;
  isRequired?: boolean;
  /** Short enough to share a line. */
  isNarrow?: boolean;
  children: (control: Control) => ReactNode;
}

/** Label above, hint or error below, connected for screen readers. */
export function Field({
  id,
  label,
  hint,
  error,
  isRequired = false,
  isNarrow = false,
  children,
}: FieldProps) {
  const { t } = useTranslation('form');
  const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <div data-narrow={isNarrow || undefined} className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {isRequired && (
          // aria-required on the control announces it.
          <span aria-hidden="true" className="text-bad" title={t('form:required')}>
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy,
        'aria-required': isRequired || undefined,
      })}
      {error ? (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-small font-medium text-bad">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-second">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
