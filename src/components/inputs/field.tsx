import { useTranslation } from 'next-i18next/pages';
import type { ComponentProps, ComponentType, ElementType, ReactNode } from 'react';

/** Attributes that connect a control to its label, hint and error. */
export interface Control {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'aria-required': boolean | undefined;
}

export interface FieldFrame {
  id: string;
  label: string;
  hint?: string;
  /** Already translated. */
  error?: string;
  isRequired?: boolean;
  /** Short enough to share a line. */
  isNarrow?: boolean;
}

/** One control, which gets the other props. */
type WithControl<As extends ElementType> = FieldFrame & { as: As } & Omit<
    ComponentProps<As>,
    keyof FieldFrame | keyof Control | 'control'
  >;

/** Label above, hint or error below, connected for screen readers. */
export function Field(props: FieldFrame & { children: (control: Control) => ReactNode }): ReactNode;
export function Field<As extends ElementType>(props: WithControl<As>): ReactNode;
export function Field({
  id,
  label,
  hint,
  error,
  isRequired = false,
  isNarrow = false,
  as: As,
  children,
  ...rest
}: FieldFrame & { as?: ComponentType<Control>; children?: (control: Control) => ReactNode }) {
  const { t } = useTranslation('form');
  const control = {
    id,
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
    'aria-required': isRequired || undefined,
  };
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
      {As ? <As {...rest} {...control} /> : children?.(control)}
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
